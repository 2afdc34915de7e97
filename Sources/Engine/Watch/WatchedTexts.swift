internal import Classification
internal import Configuration
internal import Foundation
internal import Vault

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

/// The targets of needs, wants and saving while a vault is watched.
///
/// No pass and no handler reads them. So a mistake in them would be told by
/// nobody before a person asks how they do.
struct WatchedTargets {
    /// The file with a mistake, of which another version stays in use.
    private(set) var heldBack: [LeftOutFile] = []
    private var texts: ConfigurationTexts?

    /// Reads them anew where their text is another.
    mutating func read(_ engine: Engine) throws {
        let texts = try engine.configurationTexts().only { $0 == ConfigurationFiles.targetsFile }
        // What is parsed is never freed by the library that does it.
        guard texts != self.texts else { return }
        heldBack = []
        do throws(ConfigurationError) {
            _ = try texts.files(on: engine.scripts).lensTargets()
        } catch {
            heldBack = [LeftOutFile(error)]
        }
        self.texts = texts
    }
}

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

/// Tells what became of edited files.
struct EditedFileReader {
    let folder: VaultFolder
    var rules: [String: Int] = [:]
    var handlers: [String: Int] = [:]
    /// Plugins that passes have to do without.
    var leftOutPlugins: Set<String> = []
    /// Whether handlers wait for their configuration.
    var handlersWait = false

    /// - Parameters:
    ///   - broken: files that are told in another way.
    ///   - withFolders: whether folders themselves are looked at.
    func read(
        _ files: some Sequence<String>, except broken: Set<String> = [], withFolders: Bool = true
    ) -> EditedFiles {
        var edited = EditedFiles.none
        let paths = Set(files.map(\.withoutSlash))
            .subtracting(broken).subtracting([""])
        var goneFolder = "/"
        for path in paths.sorted() {
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(
                atPath: "\(folder.path)/\(path)", isDirectory: &isFolder)
            if !isThere {
                // What was in a folder went with it.
                if path.hasPrefix(goneFolder) { continue }
                goneFolder = path + "/"
                if isShipped(path) {
                    edited.asShipped.append(path)
                } else {
                    edited.deleted.append(path)
                }
            } else if isOfLeftOutPlugin(path) {
                edited.notInForce.append(path)
            } else if handlersWait, path.hasPrefix("automation") {
                edited.waiting.append(path)
            } else if withFolders || !isFolder.boolValue {
                edited.inForce.append(EditedFiles.File(path: path, holds: contents(path)))
            }
        }
        return edited
    }

    private func contents(_ path: String) -> EditedFiles.Contents {
        if let count = rules[path] { return .rules(count) }
        return handlers[path].map(EditedFiles.Contents.handlers) ?? .other
    }

    private func isShipped(_ path: String) -> Bool {
        ShippedFiles.all.contains { $0.path == path }
    }

    private func isOfLeftOutPlugin(_ path: String) -> Bool {
        let parts = "\(folder.path)/\(path)".dropFirst(folder.pluginsPath.utf8.count + 1)
        return "\(folder.path)/\(path)".hasPrefix(folder.pluginsPath + "/")
            && leftOutPlugins.contains(String(parts.prefix { $0 != "/" }))
    }
}

extension String {
    fileprivate var withoutSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}

/// What passes complained of and a person was told, so that each is told once.
struct PassComplaints {
    private struct Place: Hashable {
        let file: String
        let line: Int?
        let message: String
    }

    private var told: Set<Place> = []
    private var plugins: [LeftOutPlugin] = []
    private var isSweepTold = false

    /// - Returns: whether a pass complains of something that no earlier one did:
    ///   a rule that failed, a plugin that it had to do without, or conclusions out of
    ///   use that it had to leave.
    mutating func add(_ report: ClassifyReport) -> Bool {
        let places = Set(
            report.problems.map { Place(file: $0.file, line: $0.line, message: $0.message) })
        let isNew =
            !places.isSubset(of: told) || !Set(report.leftOutPlugins).isSubset(of: plugins)
            || report.leftUnswept != nil && !isSweepTold
        told.formUnion(places)
        plugins = report.leftOutPlugins
        // A pass that stored nothing did not try again.
        isSweepTold = report.leftUnswept != nil || isSweepTold && report.changes.isEmpty
        return isNew
    }
}
