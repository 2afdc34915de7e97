internal import Scripting

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
