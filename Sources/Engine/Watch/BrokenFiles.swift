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

    /// The files in which mistakes are, by what was told: a mistake of a module is
    /// told of the files that need it.
    var places: Set<String> {
        Set(told.flatMap { $0.file.problems.map(\.file) + [$0.file.file] })
    }

    /// What there is to tell after files were read.
    ///
    /// - Returns: files with mistakes, and the names of those that have none any
    ///   more.
    /// - Parameters:
    ///   - heldBack: files that are used as they were before.
    ///   - leftOut: files that are not used.
    mutating func news(heldBack: [LeftOutFile], leftOut: [LeftOutFile]) -> (
        broken: [WatchNews], mended: [String]
    ) {
        var now: [Entry] = []
        // Rules and handlers share the configuration.
        for (files, goesOn) in [(heldBack, true), (leftOut, false)] {
            for file in files where !now.contains(where: { $0.file.file == file.file }) {
                now.append(Entry(file: file, goesOn: goesOn))
            }
        }
        guard now != told else { return ([], []) }
        let new = now.filter { !told.contains($0) }
        var news: [WatchNews] = []
        for goesOn in [true, false] {
            let files = new.filter { $0.goesOn == goesOn }.map(\.file)
            if !files.isEmpty { news.append(.broken(files, goOn: goesOn)) }
        }
        let mended = names.filter { name in !now.contains { $0.file.file == name } }
        told = now
        return (news, mended)
    }
}
