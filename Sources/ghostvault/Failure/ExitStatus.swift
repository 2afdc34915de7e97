/// How the program ends; documented in `docs/exit-codes.md`.
enum ExitStatus: Int32, CaseIterable {
    case done = 0
    /// Something failed that has no status of its own.
    case failed = 1
    /// Done in part: some bank, row or rule failed, the rest is stored.
    case partial = 3
    /// The vault is missing, damaged, busy or can't be written.
    case vault = 4
    /// The bridge could not be reached.
    case unreachable = 5
    /// A token or access was refused, or is broken.
    case refused = 6
    /// The bridge asks for payment.
    case paymentRequired = 7
    /// An answer or a file could not be understood.
    case notUnderstood = 8
    /// The day's requests are used up.
    case limitReached = 9
    /// The configuration has a mistake, or a rule file was left out for its
    /// mistakes and the rest was applied.
    case rules = 10
    /// The command line can't be understood; the customary EX_USAGE.
    case usage = 64
}

/// The answer was shown, and told of something that failed.
struct PartialResult: Error {
    let status: ExitStatus

    init(_ status: ExitStatus = .partial) {
        self.status = status
    }
}
