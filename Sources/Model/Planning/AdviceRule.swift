/// A rule of `ghostvault advice`, by the name that switches it off in `plan.toml`.
public enum AdviceRule: String, CaseIterable, Sendable {
    case deficit
    case growingDebt = "growing-debt"
    case firstMonth = "first-month"
    case dearDebt = "dear-debt"
    case cushion
    case goal
    case cheapDebt = "cheap-debt"
    case noPurpose = "no-purpose"
    // The others tell of risks.
    case short
    case debtLoad = "debt-load"
    case oneIncome = "one-income"
    case unknownDebt = "unknown-debt"
}
