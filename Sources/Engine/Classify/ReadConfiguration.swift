public import Classification
public import Configuration
public import Model
internal import Scripting
internal import Synchronization
internal import Vault

/// The configuration files: the owner's, and the shipped default for each that they
/// lack.
struct ConfigurationSources: UserFiles, Equatable {
    /// By file name, "pipeline.toml". Bytes, since comparing long Unicode strings
    /// takes far longer.
    private(set) var bytes: [String: [UInt8]]
    /// Problems with files that can't be read.
    private var problems: [RuleFileProblem]

    init(_ folder: LayeredFolder) {
        bytes = Dictionary(folder.files.map { ($0.name, $0.bytes) }, uniquingKeysWith: { $1 })
        problems = folder.problems
    }

    /// The files whose names match.
    func only(_ isWanted: (String) -> Bool) -> ConfigurationSources {
        var some = self
        some.bytes = bytes.filter { isWanted($0.key) }
        some.problems = problems.filter { isWanted(String($0.file.dropFirst("config/".count))) }
        return some
    }

    /// - Parameter host: reads the owner's files.
    /// - Throws: `ConfigurationError` if a file can't be read.
    func files(on host: ScriptHost) throws(ConfigurationError) -> ConfigurationFiles {
        if let problem = problems.first {
            throw ConfigurationError(file: problem.file, problem.message)
        }
        let shipped = bytes.filter { ShippedFiles.bytes(of: "config/\($0.key)") == $0.value }
        return ConfigurationFiles(bytes: bytes, shipped: Set(shipped.keys), on: host)
    }

    func isPart(_ path: String) -> Bool { path.hasPrefix("config/") }

    /// Whether a file, "config/lens.toml", doesn't affect classification.
    static func isIgnoredByPasses(_ path: String) -> Bool {
        [
            ConfigurationFiles.askFile, ConfigurationFiles.automationFile,
            ConfigurationFiles.budgetsFile, ConfigurationFiles.dashboardFile,
            ConfigurationFiles.movingInFile, ConfigurationFiles.targetsFile,
        ].contains { path == "config/" + $0 }
    }

    var texts: [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: bytes.map { ("config/\($0)", $1) })
    }

    mutating func put(_ texts: [String: [UInt8]]) {
        for (path, text) in texts { bytes[String(path.dropFirst("config/".count))] = text }
        problems.removeAll { texts[$0.file] != nil }
    }
}

/// Configuration files whose last good version a command used.
final class HeldBackFiles: Sendable {
    private let noted = Mutex<[RejectedFile]>([])

    var all: [RejectedFile] { noted.withLock { $0 } }

    func note(_ files: [RejectedFile]) {
        noted.withLock { noted in
            for file in files where !noted.contains(where: { $0.file == file.file }) {
                noted.append(file)
            }
        }
    }
}

extension Engine {
    /// Broken configuration files read so far, each with its last good version in
    /// use.
    public var heldBackConfiguration: [RejectedFile] { heldBack.all }

    /// The configuration as it is on disk.
    ///
    /// - Throws: `ConfigurationError` if a file can't be read.
    func configuration() throws -> ConfigurationFiles {
        try configurationSources().files(on: scripts)
    }

    func configurationSources() throws -> ConfigurationSources {
        ConfigurationSources(
            try LayeredFolder(
                name: "config", vaultPath: vault.folder.configPath, endings: [".toml", ".txt"]))
    }

    /// Reads something from the configuration, with the last good version of a broken
    /// file.
    ///
    /// - Throws: `ConfigurationError` if there is no good version.
    func configured<Value>(_ read: (ConfigurationFiles) throws -> Value) throws -> Value {
        let given = try configurationSources()
        do {
            return try read(try given.files(on: scripts))
        } catch is ConfigurationError {
            let checked = try CheckedFiles(given, LastGoodFiles(vault)) {
                try read($0.files(on: scripts))
            }
            heldBack.note(checked.heldBack)
            return checked.reading
        }
    }

    /// The target shares of needs, wants and saving in the vault's configuration.
    public func lensTargets() throws -> LensTargets { try configured { try $0.lensTargets() } }

    /// How the person wants to see the dashboard and the page.
    public func dashboardLook() throws -> DashboardLook {
        try configured { try $0.dashboardLook() }
    }

    /// The person's colour of bars and lines; nil for the usual one.
    ///
    /// Also nil while its file has a mistake, which the dashboard tells: a colour is no reason for
    /// other commands to speak of that.
    public func accent() throws -> AccentColour? {
        do {
            return try configurationSources().only { $0 == ConfigurationFiles.dashboardFile }
                .files(on: scripts).dashboardLook().accent
        } catch is ConfigurationError {
            return nil
        }
    }

    /// The lists of transactions that the person saved, in the order of their file.
    public func savedViews() throws -> [SavedView] {
        try configured { try $0.savedViews() }
    }

    /// The patterns for card payments in the vault's configuration.
    public func cardPayments() throws -> CardPayments { try configured { try $0.cardPayments() } }

    /// The category tree of the vault's configuration, with the person's changes.
    public func categories() throws -> CategoryTree {
        try configured { try $0.categories() }.changed(by: vault.categoryChanges())
    }

    /// The name of the stage that decides what no other did.
    public func lastStage() throws -> String? {
        try configured { try $0.lastStage() }
    }

    /// The shipped category tree.
    public static func shippedCategories() throws -> CategoryTree {
        try ConfigurationFiles.shipped.categories()
    }
}

extension ConfigurationFiles {
    /// The shipped files.
    package static let shipped = {
        let texts = Dictionary(
            ShippedFiles.all.filter { $0.path.hasPrefix(folder) }.map {
                (String($0.path.dropFirst(folder.count)), String(decoding: $0.bytes, as: UTF8.self))
            }, uniquingKeysWith: { $1 })
        return ConfigurationFiles(texts: texts, shipped: Set(texts.keys), on: .inThisProcess)
    }()

    private static let folder = "config/"
}
