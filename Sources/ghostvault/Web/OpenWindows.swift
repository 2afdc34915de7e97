/// The windows that show a page, to know when the last one was closed.
///
/// A page says when it is shown and when it goes, each time under a name of its own. From one page
/// to the next no window is open for a moment, so a server waits a while before it ends.
struct OpenWindows {
    private var shown: Set<String> = []
    /// Pages that went before their arrival was heard of.
    private var early: Set<String> = []
    private var arrivals = 0

    private static let mostNames = 1000
    private static let longestName = 64

    /// A moment at which no window was open.
    struct Gap: Equatable {
        fileprivate let arrivals: Int
    }

    mutating func come(_ name: String) {
        guard early.remove(name) == nil, Self.isFit(name, for: shown) else { return }
        shown.insert(name)
        arrivals += 1
    }

    /// - Returns: nil if a window is left.
    mutating func go(_ name: String) -> Gap? {
        if shown.remove(name) == nil {
            if Self.isFit(name, for: early) { early.insert(name) }
            return nil
        }
        return shown.isEmpty ? Gap(arrivals: arrivals) : nil
    }

    /// Whether no window was opened since.
    func lasts(_ gap: Gap) -> Bool { shown.isEmpty && arrivals == gap.arrivals }

    private static func isFit(_ name: String, for names: Set<String>) -> Bool {
        !name.isEmpty && name.utf8.count <= longestName && names.count < mostNames
    }
}
