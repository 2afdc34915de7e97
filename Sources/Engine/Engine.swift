internal import Model
public import Platform
public import Scripting
public import SimpleFIN
public import Vault

/// The use cases: the only room that joins feeds, vault and classification.
public struct Engine: Sendable {
    public let vault: Vault
    let moment: Moment
    let secretKeepers: SecretKeepers
    /// Where Lua is run.
    let scripts: ScriptHost
    let client: @Sendable (NetworkPolicy) -> Client
    /// Ends requests and waiting; nil if they can't be ended early.
    let stop: RequestStop?
    /// Of the configuration, for which other versions of files were used.
    let heldBack = HeldBackFiles()

    /// - Parameters:
    ///   - secretKeepers: who may keep access URLs; where it is nobody, files do.
    ///   - scripts: where rules, plugins and handlers are run.
    ///   - client: makes the client that speaks to bridges; libcurl's where
    ///     nothing else is given.
    public init(
        vault: Vault, moment: Moment, secretKeepers: SecretKeepers = SecretKeepers(),
        scripts: ScriptHost,
        client: @escaping @Sendable (NetworkPolicy) -> Client = { Client(policy: $0) }
    ) {
        self.init(
            vault: vault, moment: moment, secretKeepers: secretKeepers, scripts: scripts,
            stop: nil, client: client)
    }

    init(
        vault: Vault, moment: Moment, secretKeepers: SecretKeepers, scripts: ScriptHost,
        stop: RequestStop?,
        client: @escaping @Sendable (NetworkPolicy) -> Client
    ) {
        self.vault = vault
        self.moment = moment
        self.secretKeepers = secretKeepers
        self.scripts = scripts
        self.client = client
        self.stop = stop
    }

    /// Seconds from an instant to now, 0 where it lies ahead.
    public func elapsed(since instant: Int64) -> Int64 { max(0, moment.now - instant) }
}

/// What functions of scripts said is worth nothing, since a worker that ran them ended.
struct ScriptsInterrupted: Error {}

extension Engine {
    /// Does something for which functions of scripts are asked, again where the worker that ran
    /// them ended meanwhile: what a function had kept is lost then, and the one at fault is not run
    /// again.
    ///
    /// - Parameter work: can be done again as long as it throws ``ScriptsInterrupted``.
    func uninterrupted<Result>(
        _ keeper: PassKeeper? = nil, _ work: () throws -> Result
    ) throws -> Result {
        for _ in 0..<Self.mostInterruptions {
            let interruptions = scripts.interruptions
            do {
                let result = Swift.Result { try work() }
                try checkIsUninterrupted(since: interruptions)
                return try result.get()
            } catch is ScriptsInterrupted {
                keeper?.forget()
            }
        }
        throw EngineError.luaCannotRun("the process that runs it was ended again and again")
    }

    /// A file can be at fault only once: then it is not run any more.
    private static let mostInterruptions = 20

    func checkIsUninterrupted(since interruptions: Int) throws(ScriptsInterrupted) {
        if scripts.interruptions != interruptions { throw ScriptsInterrupted() }
    }
}
