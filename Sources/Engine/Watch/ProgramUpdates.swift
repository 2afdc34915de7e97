/// A check whether another version of the program was installed while it runs.
struct ProgramUpdates {
    private let path: String?
    private let first: ProgramFile?
    private var isTold = false

    /// - Parameter path: the installed program; nil to check nothing.
    init(of path: String?) {
        self.path = path
        first = path.flatMap(ProgramFile.init(path:))
    }

    /// Whether the program was replaced; true at most once.
    mutating func areNews() -> Bool {
        guard !isTold, let first, let path, let now = ProgramFile(path: path), now != first else {
            return false
        }
        isTold = true
        return true
    }
}
