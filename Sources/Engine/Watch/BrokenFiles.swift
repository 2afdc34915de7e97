internal import Classification

/// The files with mistakes that a watcher has told of, so that each is told
/// once, and again when it is mended.
struct BrokenFiles {
    private struct Entry: Hashable {
        let file: LeftOutFile
        /// As it was before.
        let goesOn: Bool
    }

    private var told: [Entry] = []

    var names: [String] { told.map(\.file.file) }

    /// What there is to tell after a pass.
    ///
    /// - Parameter heldBack: files that the pass used as they were before.
    mutating func news(_ report: ClassifyReport, heldBack: [LeftOutFile]) -> [WatchNews] {
        let now =
            heldBack.map { Entry(file: $0, goesOn: true) }
            + report.leftOut.filter { !$0.isStoredRule }.map { Entry(file: $0, goesOn: false) }
        guard now != told else { return [] }
        let new = now.filter { !told.contains($0) }
        var news: [WatchNews] = []
        for goesOn in [true, false] {
            let files = new.filter { $0.goesOn == goesOn }.map(\.file)
            if !files.isEmpty { news.append(.broken(files, goOn: goesOn)) }
        }
        let mended = names.filter { name in !now.contains { $0.file.file == name } }
        if !mended.isEmpty { news.append(.mended(mended)) }
        told = now
        return news
    }
}
