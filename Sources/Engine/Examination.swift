internal import Automation
public import Classification
public import Configuration
public import Scripting
public import Vault

/// What was looked at in a vault, and what is wrong with it.
public struct Examination: Sendable {
    /// In the order in which it was looked at.
    public internal(set) var findings: [Finding] = []

    /// One thing that was looked at.
    public struct Finding: Hashable, Sendable {
        public let check: Check
        public let problems: [Problem]

        public var isSound: Bool { problems.isEmpty }
    }

    /// What there is to look at.
    public enum Check: String, CaseIterable, Sendable {
        /// The file can be opened, and has this version's schema.
        case opens
        /// It can be written.
        case writing
        /// SQLite finds its pages, indexes and references in order.
        case integrity
        /// Only the owner can read the vault, its secrets and its backups.
        case privacy
        /// Each connection has its access URL.
        case secrets
        /// Each connection is by HTTPS.
        case encryption
        /// The files of the configuration have no mistakes.
        case configuration
        /// Nor has any of the person's rules.
        case rules
        /// Nor has any file of handlers.
        case automation
        /// What passes remember of payments can be read.
        case memory
    }

    public enum Problem: Hashable, Sendable {
        case cannotOpen(VaultError)
        case cannotWrite(VaultError)
        /// What SQLite found, in its words.
        case damage(String)
        case exposed(ExposedPath)
        case secretMissing(connection: String)
        /// HTTP without TLS is allowed, to this machine only.
        case plainHTTP(connection: String)
        /// A mistake, with the version of the file that stays in use; nil for none.
        case configuration(ConfigurationError, standIn: LeftOutFile.StandIn?)
        /// A mistake for which a file, or a stored rule, is left out whole.
        case leftOut(RuleFileProblem)
        /// It could not be looked at, for a reason that has no words of its own.
        case unknown(reason: String)
        case damagedMemory(count: Int)
    }

    public var isSound: Bool { findings.allSatisfy(\.isSound) }

    /// Whether the database itself is damaged or can't be opened.
    public var isDamaged: Bool {
        findings.contains { [.opens, .integrity].contains($0.check) && !$0.isSound }
    }
}

extension Examination {
    /// Looks at all of a vault, and changes nothing but an older schema.
    ///
    /// - Parameter scripts: where rules, plugins and handlers are read.
    /// - Throws: `VaultError.missing` where there is no vault, and where its
    ///   files can't be looked at.
    public init(of folder: VaultFolder, scripts: ScriptHost) throws(VaultError) {
        // Before opening it, which makes files of its own.
        let exposed = try folder.exposedPaths()
        let vault: Vault
        do throws(VaultError) {
            vault = try Vault.open(folder)
        } catch .missing(let path) {
            throw .missing(path: path)
        } catch {
            note(.opens, [.cannotOpen(error)])
            note(.privacy, exposed.map(Problem.exposed))
            return
        }
        note(.opens, [])
        note(.writing, Self.hindrances(toWriting: vault).map(Problem.cannotWrite))
        do throws(VaultError) {
            let damage = try vault.damage()
            note(.integrity, damage.map(Problem.damage))
        } catch {
            note(.integrity, [.cannotOpen(error)])
        }
        note(.privacy, exposed.map(Problem.exposed))
        let connections = try vault.connections().filter { $0.kind == .simplefin }
        note(
            .secrets,
            connections.filter { !SecretFile.of(connection: $0.id, in: folder).exists }
                .map { .secretMissing(connection: $0.name) })
        note(
            .encryption,
            connections.filter(\.allowsPlainHTTP).map { .plainHTTP(connection: $0.name) })
        // Nothing that is looked at depends on the day.
        examineFiles(of: Engine(vault: vault, moment: Moment(clock: 0), scripts: scripts))
        let damaged = try vault.damagedPaymentHistories()
        note(.memory, damaged > 0 ? [.damagedMemory(count: damaged)] : [])
    }

    /// What keeps the vault from being written; that another command writes it
    /// shows that it can be.
    private static func hindrances(toWriting vault: Vault) -> [VaultError] {
        do throws(VaultError) {
            try vault.checkIsWritable()
            return []
        } catch .busy {
            return []
        } catch {
            return [error]
        }
    }

    mutating func note(_ check: Check, _ problems: [Problem]) {
        findings.append(Finding(check: check, problems: problems))
    }
}

extension Examination {
    /// Looks at the configuration and, where it has no mistake, at what is read
    /// with it: rules and handlers of events.
    mutating func examineFiles(of engine: Engine) {
        guard
            let lastGood = read(.configuration, lastGood: nil, { try LastGoodFiles(engine.vault) }),
            let configuration = read(
                .configuration, lastGood: lastGood, { try engine.configuration() })
        else { return }
        let mistakes = configuration.mistakes()
        note(.configuration, mistakes.map { Problem($0, lastGood) })
        guard mistakes.isEmpty else { return }
        if let rules = read(
            .rules, lastGood: lastGood,
            {
                try engine.passSetup().leftOut.flatMap(\.problems)
                    + PluginFolders(vaultPath: engine.vault.folder.pluginsPath).folders
                    .flatMap(\.problems)
            })
        {
            note(.rules, Self.distinct(rules).map(Problem.leftOut))
        }
        if let handlers = read(
            .automation, lastGood: lastGood,
            {
                try engine.automations().leftOut.flatMap(\.problems)
                    + engine.commandsThatCannotRun()
            })
        {
            note(.automation, handlers.map(Problem.leftOut))
        }
    }

    /// A plugin that is on and can't be used is reported by the rules, too.
    private static func distinct(_ problems: [RuleFileProblem]) -> [RuleFileProblem] {
        var seen: Set<RuleFileProblem> = []
        return problems.filter { seen.insert($0).inserted }
    }

    /// What a reading gives; nil, and a problem more, where it fails.
    private mutating func read<Value>(
        _ check: Check, lastGood: LastGoodFiles?, _ body: () throws -> Value
    ) -> Value? {
        do {
            return try body()
        } catch let error as ConfigurationError {
            note(check, [Problem(error, lastGood)])
        } catch let error as VaultError {
            note(check, [.cannotOpen(error)])
        } catch EngineError.cannotRead(let path, let reason) {
            note(check, [.cannotOpen(.cannotRead(path: path, reason: reason))])
        } catch {
            note(check, [.unknown(reason: "\(error)")])
        }
        return nil
    }
}

extension Examination.Problem {
    fileprivate init(_ error: ConfigurationError, _ lastGood: LastGoodFiles?) {
        self = .configuration(error, standIn: lastGood?.standIn(for: error.file))
    }
}
