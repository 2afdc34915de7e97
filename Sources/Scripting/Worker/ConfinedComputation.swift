extension ScriptHost {
    /// What the program's own code makes of a stranger's file, computed in a worker of its own.
    ///
    /// - Parameters:
    ///   - request: the file's bytes and what is asked of them, for the `compute` of
    ///     ``ScriptWorker/run(interfering:garbling:preparing:computing:)``.
    ///   - file: the file's name in messages.
    ///   - nanoseconds: processor time for each byte; ``mostNanoseconds`` in all.
    ///   - compute: the same code, for a host without a worker.
    /// - Throws: why there is no answer: the file takes too much time or memory, or ends the
    ///   process.
    public func compute(
        _ request: [UInt8], of file: String, nanosecondsPerByte nanoseconds: Int64,
        locally compute: ([UInt8]) -> [UInt8]
    ) throws(ScriptError) -> [UInt8] {
        guard let program = computingProgram else { return compute(request) }
        let host = ScriptHost(worker: program, budget: budget)
        let source = ScriptSource(chunkName: file, bytes: request)
        let answer = host.withState { state in
            Result { () throws(ScriptError) in
                try host.seeToWorker(&state)
                return try host.exchange(
                    .compute, 0, on: source,
                    credit: min(
                        Int64(clamping: request.count) * nanoseconds, Self.mostNanoseconds),
                    &state,
                    { $0.put(request) }
                ) { (reader) throws(MessageError) in try reader.list() }
            }
        }
        do throws(ScriptError) {
            return try answer.get()
        } catch {
            guard host.withState({ $0.lostWorkers }) > 0 else { throw error }
            throw ScriptError(kind: error.kind, message: "reading it takes too long")
        }
    }

    /// The processor time for a file, however long.
    private static let mostNanoseconds: Int64 = 20_000_000_000
}
