internal import Classification
internal import Configuration

/// The rules, handlers and settings that a person edits while a vault is watched:
/// which files have mistakes, and what became of an edit.
final class WatchedTexts {
    private let engine: WatchedEngine
    private let status: WatchStatus
    private let keeper: PassKeeper
    private let handlers: WatchedHandlers
    private var targets = WatchedTargets()
    private var broken = BrokenFiles()
    private var rulesLeftOut: [LeftOutFile] = []
    /// Those for which nothing can be classified.
    private var configurationMistakes: [LeftOutFile] = []
    private var edits: EditedFileReader
    private var readingsTold = 0

    init(
        _ place: WatchedPlace, _ engine: WatchedEngine, _ status: WatchStatus,
        _ keeper: PassKeeper, _ handlers: WatchedHandlers
    ) {
        self.engine = engine
        self.status = status
        self.keeper = keeper
        self.handlers = handlers
        edits = EditedFileReader(folder: place.folder)
    }

    /// Whether rules changed since an edit was told, whatever the pass was for that
    /// read them.
    var areReadAnew: Bool { keeper.readings != readingsTold }

    /// What edits changed is told by now.
    func noteEditsTold() { readingsTold = keeper.readings }

    /// Reads what no pass does.
    func readSettings() throws {
        try targets.read(engine.now)
        try handlers.read()
    }

    /// A pass read rules and plugins.
    func note(_ report: ClassifyReport) {
        rulesLeftOut = report.leftOut.filter { !$0.isStoredRule && $0.standIn == nil }
        edits.rules = report.rulesOfFiles
        edits.leftOutPlugins = Set(report.leftOutPlugins.map(\.name))
    }

    /// - Parameter mistake: that of the configuration for which a pass could not be
    ///   made; nil where there is none.
    func note(_ mistake: ConfigurationError?) {
        configurationMistakes = mistake.map { [LeftOutFile($0)] } ?? []
    }

    /// What became of files that were edited.
    ///
    /// - Parameter withFolders: whether folders themselves are looked at.
    func edited(_ files: Set<String>, withFolders: Bool) -> EditedFiles {
        reader.read(files, except: broken.places, withFolders: withFolders)
    }

    /// Tells which files have mistakes, and which have none any more, each once.
    func tellMistakes() throws {
        let news = broken.news(
            of: [
                (.goOn, keeper.heldBack + handlers.heldBack + targets.heldBack),
                (.classifyingWaits, configurationMistakes), (.handlersWait, handlers.unreadable),
                (.leftOut, rulesLeftOut + handlers.leftOut),
            ])
        status.state.brokenFiles = broken.names
        for news in news.broken { try engine.tell(news) }
        if !news.mended.isEmpty { try engine.tell(.mended(reader.read(news.mended))) }
    }

    private var reader: EditedFileReader {
        var reader = edits
        reader.handlers = handlers.countsOfFiles
        reader.handlersWait = !handlers.unreadable.isEmpty
        return reader
    }
}
