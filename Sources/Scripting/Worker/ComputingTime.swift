#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension ScriptHost {
    /// The processor time of this thread, in nanoseconds.
    static func threadTime() -> Int64 {
        var time = timespec()
        guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    static func recentlyLost(_ state: State) -> Int64 {
        state.lostAt.map { .now - $0 < timeUntilForgotten } == true ? state.lost : 0
    }

    /// Blames the sources with the longest computing time until the rest can run.
    func blameSlowest(_ current: ScriptSource, _ state: inout State) {
        let time = state.computed[current, default: 0] + max(0, state.credit)
        let recently = Self.recentlyLost(state)
        state.lost = state.computed.values.reduce(recently + max(0, state.credit), +)
        state.lostWorkers = recently > 0 ? state.lostWorkers + 1 : 1
        state.lostAt = .now
        blameForTime(current, time, &state)
        state.computed[current] = nil
        var rest = state.computed.values.reduce(0, +)
        for (source, time) in state.computed.sorted(by: { $0.value > $1.value })
        where rest > budget.nanoseconds / 2 {
            blameForTime(source, time, &state)
            rest -= time
        }
    }

    /// Keeps the verdict for the program's next run, too, unless the time was mostly that of others.
    private func blameForTime(_ source: ScriptSource, _ time: Int64, _ state: inout State) {
        let words =
            "it used more than its share of the \(Double(budget.nanoseconds) / 1e9) s of computing "
            + "time for all files"
        state.blamed[source] = words
        guard time >= budget.nanoseconds / 4, let digest = state.digests[source] else { return }
        state.readingCache?.keep(KeptVerdict(words).bytes, for: digest)
    }

    /// Records a source's digest, and takes over a verdict of an earlier run.
    ///
    /// - Throws: why the source must not run, or not in this run.
    func admit(_ source: ScriptSource, _ digest: [UInt8]?) throws(ScriptError) {
        let reason: String? = withState { state in
            guard let digest else { return state.blamed[source] }
            state.digests[source] = digest
            let kept = state.readingCache?.answer(digest)
            if let verdict = kept.flatMap({ KeptVerdict(kept: $0) }) {
                state.blamed[source] = verdict.reason
            }
            if let reason = state.blamed[source] { return reason }
            guard kept == nil, Self.recentlyLost(state) > 0,
                state.lostWorkers >= Self.mostLostWorkers
            else { return nil }
            return
                "it was not read, because other files took all the computing time; fix those, or "
                + "run the command again"
        }
        if let reason { throw ScriptError(kind: .workerEnded, message: reason) }
    }
}

/// A verdict about a source, kept among answers.
struct KeptVerdict {
    let reason: String

    /// No answer begins like this: the first number of one is not negative.
    private static let mark = [UInt8](repeating: 0xff, count: 8) + Array("verdict ".utf8)

    init(_ reason: String) {
        self.reason = reason
    }

    /// Nil for an answer.
    init?(kept bytes: [UInt8]) {
        guard bytes.starts(with: Self.mark),
            let reason = String(validating: bytes.dropFirst(Self.mark.count), as: UTF8.self)
        else { return nil }
        self.reason = reason
    }

    var bytes: [UInt8] { Self.mark + Array(reason.utf8) }
}
