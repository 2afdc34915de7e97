public import Automation
public import Classification
internal import Configuration
internal import Model
internal import Vault

/// Keeps the person's handlers between events, and a file with a mistake as it
/// was before, until it is mended.
///
/// Used by one thread at a time.
public final class AutomationKeeper {
    private let maps = KeptMaps()
    /// How many maps of handlers were parsed so far.
    package var parsedMaps: Int { maps.parses }
    private var used: AutomationSources?
    private var permissions: AutomationPermissions?

    /// Nil before they were first read.
    public private(set) var automations: Automations?
    /// Files that go on as they were before, each with what is wrong in it now.
    public private(set) var heldBack: [LeftOutFile] = []
    /// Files of the configuration with mistakes, without which handlers were never
    /// read.
    public private(set) var unreadable: [LeftOutFile] = []
    /// The handlers that wait for those files, as far as they can be read without.
    private(set) var waiting: [EventListener] = []

    public init() {}

    /// Files with mistakes that were never in use without.
    public var leftOut: [LeftOutFile] { automations?.leftOut ?? [] }

    /// What handlers may reach, and what is done unasked; nil before it was read.
    var settings: AutomationSettings? { permissions?.settings }
    /// Whether the settings say what may be reached.
    var isListKnown: Bool { permissions?.isListKnown ?? false }
    /// Those that handlers may name.
    var categories: CategoryTree? { permissions?.names.categories }

    /// Reads the files anew.
    ///
    /// - Returns: whether handlers may do another thing now than before.
    /// - Throws: where a file can't be read; what was read before stays.
    public func read(_ engine: Engine) throws -> Bool {
        heldBack = []
        let permissions: AutomationPermissions
        var mistakes: [LeftOutFile] = []
        do {
            permissions = try engine.automationPermissions(after: self.permissions)
        } catch let error as ConfigurationError {
            mistakes = [LeftOutFile(error)]
            guard let before = self.permissions else {
                unreadable = mistakes
                waiting = try engine.listenersWithoutPermissions(maps)
                return false
            }
            permissions = before
        }
        unreadable = []
        waiting = []
        var sources = try engine.automationSources(permissions.names, keptMaps: maps)
        var read = sources.read()
        if let before = used, let automations {
            let known = Set(before.files.map(\.file) + before.library.paths)
            let leftOutBefore = Set(automations.leftOut.map(\.file))
            func isNewlyBroken(_ file: LeftOutFile) -> Bool {
                known.contains(file.file) && !leftOutBefore.contains(file.file)
            }
            heldBack = read.leftOut.filter(isNewlyBroken)
            if !heldBack.isEmpty {
                sources.takeBack(Set(heldBack.map(\.file)), from: before)
                read = sources.read()
            }
            // A file that is in order may need a module that is not.
            if read.leftOut.contains(where: isNewlyBroken) {
                sources = before
                read = sources.read()
            }
        }
        heldBack += mistakes
        let isNews = used != sources || self.permissions?.texts != permissions.texts
        used = sources
        automations = read
        self.permissions = permissions
        return isNews
    }
}

/// What the configuration lets handlers name and reach.
struct AutomationPermissions {
    /// The texts that it was read from.
    fileprivate let texts: [String: String]
    let names: AutomationNames
    let settings: AutomationSettings
    /// Whether the person's file says what may be reached: where it is missing or empty,
    /// nobody knows what stood there.
    let isListKnown: Bool
}

extension Engine {
    /// - Parameter before: of an earlier reading, which is used again where no
    ///   text changed: what is parsed is never freed by the library that does it.
    /// - Throws: `ConfigurationError`.
    func automationPermissions(
        after before: AutomationPermissions? = nil
    ) throws -> AutomationPermissions {
        let configuration = try configuration()
        if let before, before.texts == configuration.texts { return before }
        let settings = try configuration.automationSettings()
        return AutomationPermissions(
            texts: configuration.texts,
            names: AutomationNames(
                categories: try configuration.categories(),
                webhooks: Set(settings.webhooks.keys), commands: Set(settings.commands.keys)),
            settings: settings,
            isListKnown: configuration.saysWhatMayBeReached)
    }
}

extension Engine {
    /// What the person's handlers want to be told of, where the configuration does not
    /// tell what they may name.
    fileprivate func listenersWithoutPermissions(_ maps: KeptMaps) throws -> [EventListener] {
        do {
            let names = AutomationNames(
                categories: try configuration().categories(), webhooks: [], commands: [])
            return try automationSources(names, keptMaps: maps).read().listeners
        } catch is ConfigurationError {
            return []
        }
    }
}

extension ConfigurationFiles {
    /// What comes with the program lists nothing, and is there to be edited.
    fileprivate var saysWhatMayBeReached: Bool {
        let text = texts["automation.toml"] ?? ""
        let shipped = ShippedFiles.all.first { $0.path == "config/automation.toml" }
        return !text.allSatisfy(\.isWhitespace)
            && Array(text.utf8) != shipped.map { Array($0.bytes) }
    }
}

/// The texts that handlers are read from, and what they may name.
struct AutomationSources: Equatable {
    var files: [RuleSource]
    var library: LibraryFiles
    let names: AutomationNames

    func read() -> Automations {
        Automations(
            files, names: names, library: library.library, unreadable: library.leftOut)
    }

    static func == (one: AutomationSources, other: AutomationSources) -> Bool {
        one.files == other.files && one.library.files == other.library.files
    }

    /// Gives files the bytes that they had before. A table or module takes all
    /// others of its kind along.
    fileprivate mutating func takeBack(_ broken: Set<String>, from before: AutomationSources) {
        files = files.withFiles(broken, asIn: before.files)
        if !broken.isDisjoint(with: library.paths) { library = before.library }
    }
}
