public import Configuration
public import Model
public import Platform
public import Scripting
public import SimpleFIN
public import Vault

/// The use cases. Only this room connects feeds, vault and classification.
public struct Engine: Sendable {
    public let vault: Vault
    let moment: Moment
    /// The day of its figures.
    public var today: CalendarDay { moment.today }
    let secretKeepers: SecretKeepers
    /// Where Lua runs.
    let scripts: ScriptHost
    /// Reads the words of saved views, which are a command line; nil if views select nothing.
    let readView: ViewReader?
    let client: @Sendable (NetworkPolicy) -> Client
    /// Stops requests and waiting; nil if they can't be stopped early.
    let stop: RequestStop?
    /// Configuration files whose previous versions were used.
    let heldBack = HeldBackFiles()

    /// - Parameters:
    ///   - secretKeepers: the keepers for access URLs; files if there are none.
    ///   - scripts: where rules, plugins and handlers run.
    ///   - readView: reads the words of saved views, for their budgets.
    ///   - client: makes the client for a bridge, by default with libcurl.
    public init(
        vault: Vault, moment: Moment, secretKeepers: SecretKeepers = SecretKeepers(),
        scripts: ScriptHost, readView: ViewReader? = nil,
        client: @escaping @Sendable (NetworkPolicy) -> Client = { Client(policy: $0) }
    ) {
        self.init(
            vault: vault, moment: moment, secretKeepers: secretKeepers, scripts: scripts,
            readView: readView, stop: nil, client: client)
    }

    init(
        vault: Vault, moment: Moment, secretKeepers: SecretKeepers, scripts: ScriptHost,
        readView: ViewReader?, stop: RequestStop?,
        client: @escaping @Sendable (NetworkPolicy) -> Client
    ) {
        self.vault = vault
        self.moment = moment
        self.secretKeepers = secretKeepers
        self.scripts = scripts
        self.readView = readView
        self.client = client
        self.stop = stop
    }

    /// Seconds from an instant until now; 0 if it lies in the future.
    public func elapsed(since instant: Int64) -> Int64 { max(0, moment.now - instant) }
}

/// A reader of the words of saved views.
public struct ViewReader: Sendable {
    /// What a view selects.
    let query: @Sendable (SavedView, Engine) throws -> TransactionQuery

    public init(_ query: @escaping @Sendable (SavedView, Engine) throws -> TransactionQuery) {
        self.query = query
    }
}

extension Engine {
    /// The mistakes in the words of views, such as an option or an account that doesn't exist.
    public func mistakes(in views: [SavedView]) throws -> [ConfigurationError] {
        guard let readView else { return [] }
        return try views.compactMap { view -> ConfigurationError? in
            do {
                _ = try readView.query(view, self)
                return nil
            } catch let error as ConfigurationError {
                // A view may need another file, whose mistakes are reported with that file.
                return error.file == SavedView.file ? error : nil
            }
        }
    }
}

/// A worker that ran scripts has ended, so what their functions returned is void.
struct ScriptsInterrupted: Error {}

extension Engine {
    /// Runs work that calls script functions, and repeats it if their worker ended meanwhile.
    /// State kept by functions is then lost, and the file at fault is not run again.
    ///
    /// - Parameter work: repeatable as long as it throws ``ScriptsInterrupted``.
    func uninterrupted<Result>(
        _ cache: RulebookCache? = nil, _ work: () throws -> Result
    ) throws -> Result {
        for _ in 0..<Self.mostInterruptions {
            let interruptions = scripts.interruptions
            do {
                let result = Swift.Result { try work() }
                try checkIsUninterrupted(since: interruptions)
                return try result.get()
            } catch is ScriptsInterrupted {
                cache?.forget()
            }
        }
        throw EngineError.luaCannotRun("the process that runs it was killed repeatedly")
    }

    /// Each file can be at fault only once, as it is not run again.
    private static let mostInterruptions = 20

    func checkIsUninterrupted(since interruptions: Int) throws(ScriptsInterrupted) {
        if scripts.interruptions != interruptions { throw ScriptsInterrupted() }
    }
}
