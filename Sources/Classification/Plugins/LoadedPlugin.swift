public import Model
import Rules
public import Scripting
public import Statements

/// A plugin whose main file is loaded, ready to be called.
///
/// Only one thread at a time may use it.
public final class LoadedPlugin {
    public let source: PluginSource
    public let manifest: PluginManifest

    let sandbox: Sandbox
    let classify: ScriptFunction?
    let classifyAll: ScriptFunction?
    let read: ScriptFunction?

    /// Whether it takes part in a pass.
    var classifies: Bool { classify != nil || classifyAll != nil }

    /// Loads a plugin's main file in a sandbox of its own. Modules and maps come
    /// from the other files of its folder.
    ///
    /// - Parameters:
    ///   - source: the plugin's files.
    ///   - library: the modules and maps that the plugin may use.
    ///   - limits: the resources that it may use.
    ///   - host: where it runs.
    /// - Throws: all mistakes in the file.
    public init(
        _ source: PluginSource, library: ScriptLibrary = .empty,
        limits: ScriptLimits = LoadedPlugin.limits, on host: ScriptHost
    ) throws(PluginLoadError) {
        let path = "\(source.folder)/\(PluginSource.mainPath)"
        guard let main = source.file(PluginSource.mainPath) else {
            throw PluginLoadError(
                plugin: source.name,
                problems: [
                    RuleFileProblem(
                        file: source.folder, line: nil,
                        message: "the folder has no \(PluginSource.mainPath) to declare the plugin")
                ])
        }
        var declared = DeclaredSource(
            RuleSource(file: path, bytes: main.bytes),
            layout: PluginFields.layout, vocabulary: PluginFields.vocabulary, library: library,
            limits: limits, on: host)
        guard let sandbox = declared.sandbox,
            let reading = PluginReader(source: source).reading(&declared)
        else {
            throw PluginLoadError(plugin: source.name, problems: declared.leftOut.problems)
        }
        self.sandbox = sandbox
        self.source = source
        manifest = reading.manifest
        classify = reading.classify
        classifyAll = reading.classifyAll
        read = reading.read
    }

    /// The limits of a plugin: those of a rule file, with memory for lists of all
    /// transactions.
    public static let limits = ScriptLimits(memoryBytes: 256 << 20)
}

/// Why a plugin can't be used: all mistakes in its main file.
public struct PluginLoadError: Error, Hashable, Sendable {
    public let plugin: String
    public let problems: [RuleFileProblem]

    public init(plugin: String, problems: [RuleFileProblem]) {
        self.plugin = plugin
        self.problems = problems
    }
}

/// The files of one plugin's folder.
public struct PluginSource: Hashable, Sendable {
    /// One file of the folder.
    public struct File: Hashable, Sendable {
        /// Relative to the plugin's folder: "plugin.lua" or "data/shops.csv".
        public let path: String
        public let bytes: [UInt8]

        public init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }
    }

    /// The folder's name, which is also the plugin's.
    public let name: String

    /// The folder's path in messages, "Plugins/refunds".
    public let folder: String

    /// Ordered by the bytes of their paths.
    public let files: [File]

    /// Whether it ships with the program.
    public let isShipped: Bool

    public init(name: String, folder: String, files: [File], isShipped: Bool) {
        self.name = name
        self.folder = folder
        self.files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        self.isShipped = isShipped
    }

    /// The file with a path, if there is one.
    public func file(_ path: String) -> File? { files.first { $0.path == path } }

    /// The file that declares the plugin.
    public static let mainPath = "plugin.lua"

    /// The file with the plugin's tests.
    public static let testsPath = "tests.lua"
}

/// A plugin's description of itself in `plugin { … }`.
public struct PluginManifest: Hashable, Sendable {
    /// The folder's name.
    public let name: String
    public let version: String
    /// One sentence for lists.
    public let summary: String
    /// The attributes that it may decide; contributions to others are rejected.
    public let decides: [Attribute]
    /// Stages or plugins that run before it.
    public let after: [String]
    /// Stages or plugins that run after it.
    public let before: [String]
    /// Stages or plugins whose decisions it replaces; they run before it.
    public let overrules: [String]
    /// Plugins that it requires; they run before it.
    public let needs: [String]
    /// Ordered by name.
    public let settings: [PluginSetting]
    /// The files that it reads; nil if it reads none.
    public let reads: StatementSign?

    public init(
        name: String, version: String, summary: String, decides: [Attribute],
        after: [String] = [], before: [String] = [], overrules: [String] = [], needs: [String] = [],
        settings: [PluginSetting] = [], reads: StatementSign? = nil
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.decides = decides
        self.after = after
        self.before = before
        self.overrules = overrules
        self.needs = needs
        self.settings = settings
        self.reads = reads
    }

    /// The setting with a name.
    public func setting(_ name: String) -> PluginSetting? {
        settings.first { $0.name == name }
    }
}

/// Reads the `plugin { … }` of a plugin's main file.
struct PluginReader {
    let source: PluginSource

    /// A plugin's declarations.
    struct Reading {
        let manifest: PluginManifest
        let classify: ScriptFunction?
        let classifyAll: ScriptFunction?
        let read: ScriptFunction?
    }

    /// Reads the file's declarations and records their mistakes.
    ///
    /// - Parameter declared: the plugin's main file.
    /// - Returns: nil if there are mistakes.
    func reading(_ declared: inout DeclaredSource) -> Reading? {
        let declarations = declared.declarations
        guard let declaration = declarations.first, declarations.count == 1 else {
            let message =
                declarations.isEmpty
                ? "the file declares no plugin; write plugin { name = \"\(source.name)\", … }"
                : "a file declares one plugin, but this one declares \(declarations.count)"
            let place = declarations.indices.last.map {
                declared.place(of: .whole, declaration: $0)
            }
            declared.note([
                RuleFileProblem(
                    file: declared.file, line: place?.line, column: place?.column, message: message)
            ])
            return nil
        }
        var parts = PluginParts(declaration)
        let reading = read(&parts)
        declared.note(parts.mistakes, declaration: 0)
        return declared.isWhole ? reading : nil
    }

    private func read(_ parts: inout PluginParts) -> Reading? {
        parts.refuseUnknownParts()
        let name = parts.text("name", isRequired: true)
        if let name, name != source.name {
            parts.note(
                "the plugin is named \"\(name)\" and its folder \"\(source.name)\"; "
                    + "they must be the same", at: PluginParts.path("name"))
        }
        let version = parts.text("version", isRequired: true)
        let summary = parts.text("summary", isRequired: true)
        let (reads, read) = (sign(&parts), parts.function("read"))
        if (reads == nil) != (read == nil) {
            parts.note("\"reads\" says which files the function \"read\" is for; write both")
        }
        let settings = SettingsReader().settings(parts.value("settings"), &parts)
        let classify = parts.function("classify")
        let classifyAll = parts.function("classify_all")
        if classify == nil, classifyAll == nil, read == nil {
            parts.note("a plugin has a function \"classify\", \"classify_all\" or \"read\"")
        }
        let decides = attributes(&parts, isRequired: classify != nil || classifyAll != nil)
        let after = parts.texts("after")
        let before = parts.texts("before")
        let overrules = parts.texts("overrules")
        let needs = parts.texts("needs")
        guard let name, let version, let summary else { return nil }
        return Reading(
            manifest: PluginManifest(
                name: name, version: version, summary: summary, decides: decides, after: after,
                before: before, overrules: overrules, needs: needs, settings: settings,
                reads: reads),
            classify: classify, classifyAll: classifyAll, read: read)
    }

    /// What marks the files that the plugin reads.
    private func sign(_ parts: inout PluginParts) -> StatementSign? {
        guard parts.value("reads") != .nil else { return nil }
        let sign = StatementSign(
            headings: parts.texts("headings", of: "reads"), texts: parts.texts("text", of: "reads"))
        parts.refuseOthers(than: ["headings", "text"], of: "reads")
        let marks = sign.headings + sign.texts
        if marks.isEmpty || !marks.allSatisfy(\.isOneLine)
            || marks.contains(where: { $0.allSatisfy(\.isWhitespace) })
        {
            parts.note(
                "\"reads\" has the \"headings\" of a table, or a \"text\" near the file's "
                    + "beginning",
                at: PluginParts.path("reads"))
        }
        return sign
    }

    private func attributes(_ parts: inout PluginParts, isRequired: Bool) -> [Attribute] {
        let path = PluginParts.path("decides")
        let names = parts.texts("decides")
        if names.isEmpty, isRequired {
            parts.note(
                "\"decides\" lists what the plugin decides, such as { \"category\" }", at: path)
        }
        let isList = if case .table = parts.value("decides") { true } else { false }
        let known = Attribute.allCases.filter(PluginFields.isDecidable)
        return names.enumerated().compactMap { position, name in
            if let attribute = known.first(where: { $0.rawValue == name }) { return attribute }
            parts.note(
                "a plugin can't decide \"\(name)\""
                    + Suggestion.phrase(for: name, among: known.map(\.rawValue))
                    + "; it can decide \(known.map(\.rawValue).joined(separator: ", "))",
                at: isList ? path.item(position) : path)
            return nil
        }
    }
}

/// The parts of one declaration while they are converted to values, with their
/// mistakes.
struct PluginParts {
    private let fields: [String: ScriptValue]
    private(set) var mistakes = Mistakes()

    private static let names = [
        "name", "version", "summary", "decides", "after", "before", "overrules", "needs",
        "settings", "reads",
        "classify", "classify_all", "read",
    ]

    init(_ declaration: Declaration) {
        if case .table(let table) = declaration.value, table.array.isEmpty {
            fields = table.fields
        } else {
            fields = [:]
            note("write plugin { name = …, version = …, … } with named fields only")
        }
    }

    /// The path to a part.
    static func path(_ name: String) -> ValuePath { .whole.field(name) }

    mutating func note(
        _ message: String, at path: ValuePath = .whole, aim: Mistake.Aim = .value
    ) {
        mistakes.add(message, at: path, aim: aim)
    }

    mutating func refuseUnknownParts() {
        for name in fields.keys.sorted() where !Self.names.contains(name) {
            note(
                "a plugin has no field \"\(name)\""
                    + Suggestion.phrase(for: name, among: Self.names),
                at: Self.path(name), aim: .key)
        }
    }

    func value(_ name: String) -> ScriptValue { fields[name] ?? .nil }

    mutating func text(_ name: String, isRequired: Bool) -> String? {
        switch value(name) {
        case .nil:
            if isRequired { note("the plugin has no \"\(name)\"") }
            return nil
        case .string(let text) where !text.isEmpty && text.isOneLine:
            return text
        default:
            note("\"\(name)\" must be a text of one line", at: Self.path(name))
            return nil
        }
    }

    /// A list of strings; a single string becomes a list of one.
    ///
    /// - Parameter parent: the part whose field it is; nil for a part of its own.
    mutating func texts(_ name: String, of parent: String? = nil) -> [String] {
        let path = parent.map { Self.path($0).field(name) } ?? Self.path(name)
        switch parent.map({ fieldsOf($0)[name] ?? .nil }) ?? value(name) {
        case .nil: return []
        case .string(let text): return [text]
        case .table(let table) where table.fields.isEmpty:
            let texts = table.array.compactMap { item -> String? in
                if case .string(let text) = item { text } else { nil }
            }
            if texts.count == table.array.count { return texts }
        default: break
        }
        note("\"\(name)\" must be a text or a list of texts", at: path)
        return []
    }

    mutating func refuseOthers(than names: [String], of parent: String) {
        for name in fieldsOf(parent).keys.sorted() where !names.contains(name) {
            note(
                "\"\(parent)\" has no field \"\(name)\""
                    + Suggestion.phrase(for: name, among: names),
                at: Self.path(parent).field(name), aim: .key)
        }
    }

    private func fieldsOf(_ parent: String) -> [String: ScriptValue] {
        if case .table(let table) = value(parent) { table.fields } else { [:] }
    }

    mutating func function(_ name: String) -> ScriptFunction? {
        switch value(name) {
        case .nil: return nil
        case .function(let function): return function
        default:
            note("\"\(name)\" must be a function", at: Self.path(name))
            return nil
        }
    }
}
