internal import Automation
public import Classification
public import Configuration
public import Insights
public import Model
public import Platform
public import Scripting
public import Vault

/// The outcome of checking a vault.
public struct Examination: Sendable {
    /// In the order of the checks.
    public internal(set) var findings: [Finding] = []
    /// The household's countries; nil if they can't be read, or no stage asks for them.
    public internal(set) var countries: HomeCountries?
    public let disk: DiskEncryption

    /// The outcome of one check.
    public struct Finding: Hashable, Sendable {
        public let check: Check
        public let problems: [Problem]

        public var isSound: Bool { problems.isEmpty }
    }

    /// A check of the vault.
    public enum Check: String, CaseIterable, Sendable {
        /// The file can be opened and has the current schema.
        case opens
        /// The file is writable.
        case writing
        /// SQLite finds no damage in pages, indexes and references.
        case integrity
        /// Only the owner can read the vault, its secrets and its backups.
        case privacy
        /// Each connection has its access URL.
        case secrets
        /// Each connection uses HTTPS.
        case encryption
        /// No account lacks transactions, and none is silent.
        case continuity
        /// The configuration files have no errors.
        case configuration
        /// The user's rules have no errors.
        case rules
        /// The handler files have no errors.
        case automation
    }

    public enum Problem: Hashable, Sendable {
        case cannotOpen(VaultError)
        case cannotWrite(VaultError)
        /// A folder that others can write, or that is another user's.
        case notUsed(path: String, reason: String)
        /// The message from SQLite.
        case damage(String)
        case exposed(ExposedPath)
        case secretMissing(connection: String)
        /// Plain HTTP is allowed, to this machine only.
        case plainHTTP(connection: String)
        /// A configuration file that nothing reads, such as one with a misspelt name.
        case unread(RuleFileProblem)
        /// A configuration error, with the version of the file that stays in use, if any.
        case configuration(ConfigurationError, standIn: RejectedFile.StandIn?)
        /// Transactions that an account lacks.
        case gap(account: String, AccountContinuity.Gap)
        case silent(account: String, Silence)
        /// An error in a file or a stored rule, which is skipped.
        case leftOut(RuleFileProblem)
        /// The check failed for another reason.
        case unknown(reason: String)
    }

    public var isSound: Bool { findings.allSatisfy(\.isSound) }

    /// Whether the database is damaged or can't be opened.
    public var isDamaged: Bool {
        findings.contains { [.opens, .integrity].contains($0.check) && !$0.isSound }
    }
}

extension Examination {
    /// Checks a vault. Changes nothing.
    ///
    /// - Parameters:
    ///   - scripts: where rules, plugins and handlers are loaded.
    ///   - disk: whether the vault's disk is encrypted.
    ///   - today: the day on which gaps are recent.
    ///   - readView: reads the words of saved views, which are a command line.
    /// - Throws: `VaultError.missing` if there is no vault, or if its files can't be checked.
    public init(
        of folder: VaultFolder, scripts: ScriptHost, disk: DiskEncryption = .unknown,
        today: CalendarDay = CalendarDay(daysSinceEpoch: 0), readView: ViewReader? = nil
    ) throws(VaultError) {
        self.disk = disk
        // Opening the vault creates files, so this comes first.
        let exposed = Self.problems { () throws(VaultError) in
            try folder.exposedPaths().map(Problem.exposed)
        }
        let vault: Vault
        do throws(VaultError) {
            vault = try Vault.open(folder)
        } catch .missing(let path) {
            throw .missing(path: path)
        } catch {
            note(.opens, [.cannotOpen(error)])
            note(.privacy, exposed)
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
        note(.privacy, exposed)
        if let connections = read(.secrets, lastGood: nil, { try vault.connections() })?
            .filter({ $0.kind == .simplefin })
        {
            note(
                .secrets,
                connections.filter { !SecretFile.of(connection: $0.id, in: folder).exists }
                    .map { .secretMissing(connection: $0.name) })
            note(
                .encryption,
                connections.filter(\.allowsPlainHTTP).map { .plainHTTP(connection: $0.name) })
        }
        if let accounts = read(
            .continuity, lastGood: nil, { try AccountContinuity.all(of: vault) })
        {
            note(.continuity, accounts.flatMap { Self.problems(of: $0, on: today) })
        }
        examineFiles(
            of: Engine(
                vault: vault, moment: Moment(clock: 0, today: today), scripts: scripts,
                readView: readView))
    }

    private static func problems(
        of account: AccountContinuity, on today: CalendarDay
    ) -> [Problem] {
        let name = account.account.name
        return account.recentGaps(on: today).map { .gap(account: name, $0) }
            + (account.silence.map { [.silent(account: name, $0)] } ?? [])
    }

    /// What a check finds, or why it can't be made.
    private static func problems(_ find: () throws(VaultError) -> [Problem]) -> [Problem] {
        do throws(VaultError) {
            return try find()
        } catch {
            return [.cannotOpen(error)]
        }
    }

    /// The errors of writing to the vault. If another command is writing, writing works.
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

    /// Checks the configuration and, if it has no errors, the rules and handlers that depend on
    /// it.
    mutating func examineFiles(of engine: Engine) {
        guard
            let lastGood = read(.configuration, lastGood: nil, { try LastGoodFiles(engine.vault) }),
            let configuration = read(
                .configuration, lastGood: lastGood, { try engine.configuration() })
        else { return }
        let mistakes = configuration.mistakes()
        var problems = mistakes.map { Problem($0, lastGood) }
        if !mistakes.contains(where: { $0.file == SavedView.file }) {
            problems +=
                read(
                    .configuration, lastGood: lastGood,
                    { try engine.mistakes(in: try configuration.savedViews()) })?
                .map { .configuration($0, standIn: nil) } ?? []
        }
        // Its categories may be those of commands, which the files alone don't know.
        if let names = read(.configuration, lastGood: lastGood, { try engine.budgetNames() }) {
            do throws(ConfigurationError) {
                _ = try configuration.budgetLines(names)
            } catch {
                if !mistakes.contains(error) { problems.append(Problem(error, lastGood)) }
            }
        }
        problems += engine.importLayouts().mistakes.map { .configuration($0, standIn: nil) }
        problems +=
            read(.configuration, lastGood: lastGood, { try engine.unreadConfiguration() })?
            .map { .unread($0) } ?? []
        note(.configuration, problems)
        guard mistakes.isEmpty else { return }
        if let (rules, countries) = read(
            .rules, lastGood: lastGood,
            {
                let setup = try engine.passSetup()
                let folders = try PluginFolders(vaultPath: engine.vault.folder.pluginsPath)
                let snapshot = try engine.snapshot(for: setup)
                return (
                    setup.leftOut.flatMap(\.problems) + folders.folders.flatMap(\.problems),
                    HomeCountries(of: snapshot, in: setup.pipeline)
                )
            })
        {
            note(.rules, Self.distinct(rules).map(Problem.leftOut))
            self.countries = countries
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

    /// The diagnostics without duplicates, since rules also report a broken plugin that is
    /// switched on.
    private static func distinct(_ problems: [RuleFileProblem]) -> [RuleFileProblem] {
        var seen: Set<RuleFileProblem> = []
        return problems.filter { seen.insert($0).inserted }
    }

    /// The result of reading; nil if it fails, with the failure recorded.
    private mutating func read<Value>(
        _ check: Check, lastGood: LastGoodFiles?, _ body: () throws -> Value
    ) -> Value? {
        do {
            return try body()
        } catch let error as ConfigurationError {
            note(check, [Problem(error, lastGood)])
        } catch let error as VaultError {
            note(check, [.cannotOpen(error)])
        } catch EngineError.notUsed(let path, let reason) {
            note(check, [.notUsed(path: path, reason: reason)])
        } catch EngineError.cannotRead(let path, let reason) {
            note(check, [.cannotOpen(.cannotRead(path: path, reason: reason))])
        } catch let error where FileErrorWords.isFileError(error) {
            let cause = FileErrorWords.cause(of: error)
            if let path = FileErrorWords.path(of: error) {
                note(check, [.cannotOpen(.cannotRead(path: path, reason: cause))])
            } else {
                note(check, [.unknown(reason: cause)])
            }
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
