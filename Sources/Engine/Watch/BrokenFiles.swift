internal import Classification

/// The files with mistakes that a watcher has told of, so that each is told
/// once, and again when it is mended.
struct BrokenFiles {
    private struct Entry: Hashable {
        let file: LeftOutFile
        let effect: BrokenEffect
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
    /// - Parameter broken: the files with mistakes, by what becomes of them; of a file
    ///   that is there twice the first counts.
    mutating func news(of broken: [(BrokenEffect, [LeftOutFile])]) -> (
        broken: [WatchNews], mended: [String]
    ) {
        var now: [Entry] = []
        // Rules and handlers share the configuration.
        for (effect, files) in broken {
            for file in files where !now.contains(where: { $0.file.file == file.file }) {
                now.append(Entry(file: file, effect: effect))
            }
        }
        guard now != told else { return ([], []) }
        let new = now.filter { !told.contains($0) }
        var news: [WatchNews] = []
        for (effect, _) in broken {
            let files = new.filter { $0.effect == effect }.map(\.file)
            if !files.isEmpty { news.append(.broken(files, effect)) }
        }
        let mended = names.filter { name in !now.contains { $0.file.file == name } }
        told = now
        return (news, mended)
    }
}
