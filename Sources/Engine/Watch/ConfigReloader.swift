internal import Classification
internal import Configuration
internal import Foundation
internal import Vault

/// The rules, handlers and settings of a watched vault: which files have errors, and the
/// effect of edits.
final class ConfigReloader {
    private let engine: WatchedEngine
    private let status: WatchStatus
    private let cache: RulebookCache
    private let handlers: WatchedHandlers
    private var targets = WatchedTargets()
    /// The layouts of imports with a mistake.
    private var layouts: [RejectedFile] = []
    private var broken = BrokenFiles()
    /// Fixed files that were not reported yet, by name.
    private var fixed: [String] = []
    private var rulesLeftOut: [RejectedFile] = []
    /// Configuration errors that prevent classification.
    private var configurationMistakes: [RejectedFile] = []
    private var edits: EditedFileReader
    private var readingsTold = 0
    /// The digest of what the last pass read from files.
    private var digest: String?
    /// Whether the last pass had nothing to do because another command had applied the edits.
    private(set) var areAppliedByOthers = false

    init(
        _ place: WatchedPlace, _ engine: WatchedEngine, _ status: WatchStatus,
        _ cache: RulebookCache, _ handlers: WatchedHandlers
    ) {
        self.engine = engine
        self.status = status
        self.cache = cache
        self.handlers = handlers
        edits = EditedFileReader(folder: place.folder)
    }

    /// Whether any pass has read changed rules since an edit was last reported.
    var areReadAnew: Bool { cache.readings != readingsTold }

    /// Records that the changes of edits were reported.
    func noteEditsTold() { readingsTold = cache.readings }

    /// Reads the settings that passes don't read.
    func readSettings() throws {
        try targets.read(engine.now)
        layouts = engine.now.importLayouts().mistakes.map(RejectedFile.init)
        try handlers.read()
    }

    /// Records a pass that read rules and plugins.
    func note(_ report: ClassifyReport) {
        rulesLeftOut = report.leftOut.filter { !$0.isStoredRule && $0.standIn == nil }
        edits.rules = report.rulesOfFiles
        edits.leftOutPlugins = Set(report.leftOutPlugins.map(\.name))
    }

    /// - Parameter digest: the stored digest after a pass.
    func note(_ digest: String, after report: ClassifyReport) {
        areAppliedByOthers = report.scope == .nothing && (self.digest ?? digest) != digest
        self.digest = digest
    }

    /// - Parameter mistake: the configuration error that prevented a pass; nil if there is
    ///   none.
    func note(_ mistake: ConfigurationError?) {
        configurationMistakes = mistake.map { [RejectedFile($0)] } ?? []
    }

    /// The effect of edits on files.
    ///
    /// - Parameter withFolders: whether folders themselves count.
    func edited(_ files: Set<String>, withFolders: Bool) -> EditedFiles {
        var edited = reader.read(files, except: broken.places, withFolders: withFolders)
        edited.fixed = Set(fixed).intersection(edited.paths)
        return edited
    }

    /// Reports each broken file and each fixed file once.
    ///
    /// - Parameters:
    ///   - isAfterPass: whether a pass has just read the files.
    ///   - isReload: whether ``tellFixed(isAfterPass:)`` follows, after the effect of edits.
    func tellMistakes(isAfterPass: Bool = false, isReload: Bool) throws {
        let news = broken.news(
            of: [
                (.goOn, cache.heldBack + handlers.heldBack + targets.heldBack),
                (.classifyingWaits, configurationMistakes), (.handlersWait, handlers.unreadable),
                (.leftOut, rulesLeftOut + handlers.leftOut + layouts),
            ])
        for news in news.broken { try engine.tell(news) }
        fixed += news.fixed
        if !isReload { try tellFixed(isAfterPass: isAfterPass) }
    }

    /// Reports fixed files.
    func tellFixed(isAfterPass: Bool = false) throws {
        guard !fixed.isEmpty else { return }
        var files = reader.read(fixed)
        files.areAppliedByOthers = isAfterPass && areAppliedByOthers
        fixed = []
        try engine.tell(.mended(files))
    }

    private var reader: EditedFileReader {
        var reader = edits
        reader.handlers = handlers.countsOfFiles
        reader.handlersWait = !handlers.unreadable.isEmpty
        return reader
    }
}

/// The targets for needs, wants and saving in a watched vault.
///
/// No pass and no handler reads them. Without this, an error would go unnoticed until the
/// user looks at them.
struct WatchedTargets {
    /// The file with an error if another version stays in use.
    private(set) var heldBack: [RejectedFile] = []
    private var texts: ConfigurationSources?

    /// Reads the targets again if their file changed.
    mutating func read(_ engine: Engine) throws {
        let texts = try engine.configurationSources().only { $0 == ConfigurationFiles.targetsFile }
        // The TOML library never frees what it parses.
        guard texts != self.texts else { return }
        heldBack = []
        do throws(ConfigurationError) {
            _ = try texts.files(on: engine.scripts).lensTargets()
        } catch {
            heldBack = [RejectedFile(error)]
        }
        self.texts = texts
    }
}

/// The broken files that were reported. Each is reported once, and again when it is fixed.
struct BrokenFiles {
    private struct Entry: Hashable {
        let file: RejectedFile
        let effect: MissingConfigEffect
    }

    private var told: [Entry] = []

    private var names: [String] { told.map(\.file.file) }

    /// The files that have the reported errors. An error in a module is reported for the files
    /// that need it.
    var places: Set<String> {
        Set(told.flatMap { $0.file.problems.map(\.file) + [$0.file.file] })
    }

    /// The news after reading files.
    ///
    /// - Returns: newly broken files, and the names of fixed ones.
    /// - Parameter broken: the broken files by effect; a repeated file counts with its first
    ///   effect.
    mutating func news(of broken: [(MissingConfigEffect, [RejectedFile])]) -> (
        broken: [WatchNews], fixed: [String]
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
        let fixed = names.filter { name in !now.contains { $0.file.file == name } }
        told = now
        return (news, fixed)
    }
}

/// A reader of the effect that edits have on files.
struct EditedFileReader {
    let folder: VaultFolder
    var rules: [String: Int] = [:]
    var handlers: [String: Int] = [:]
    /// Plugins that passes skip.
    var leftOutPlugins: Set<String> = []
    /// Whether handlers wait for their configuration.
    var handlersWait = false

    /// - Parameters:
    ///   - broken: files that are reported elsewhere.
    ///   - withFolders: whether folders themselves count.
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
                // Files of a deleted folder go with it.
                if path.hasPrefix(goneFolder) { continue }
                goneFolder = path + "/"
                if isShipped(path) {
                    edited.asShipped.append(path)
                } else {
                    edited.deleted.append(path)
                }
            } else if isOfLeftOutPlugin(path) || isDraft(path) {
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

    private func isDraft(_ path: String) -> Bool {
        guard path.hasPrefix("rules/"), path.hasSuffix(".lua"),
            let bytes = FileManager.default.contents(atPath: "\(folder.path)/\(path)")
        else { return false }
        return DraftMark.marks(Array(bytes))
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

/// A deduplicator of the problems of passes: each is reported once.
struct PassFailureLog {
    private struct Place: Hashable {
        let file: String
        let line: Int?
        let message: String
    }

    private var told: Set<Place> = []
    private var plugins: [RejectedPlugin] = []
    private var isSweepTold = false

    /// - Returns: whether a pass has a new problem: a failing rule, a skipped plugin, or
    ///   outdated conclusions that it could not remove.
    mutating func add(_ report: ClassifyReport) -> Bool {
        let places = Set(
            report.problems.map { Place(file: $0.file, line: $0.line, message: $0.message) })
        let isNew =
            !places.isSubset(of: told) || !Set(report.leftOutPlugins).isSubset(of: plugins)
            || report.leftUnswept != nil && !isSweepTold
        told.formUnion(places)
        plugins = report.leftOutPlugins
        // A pass that stored nothing did not retry it.
        isSweepTold = report.leftUnswept != nil || isSweepTold && report.changes.isEmpty
        return isNew
    }
}
