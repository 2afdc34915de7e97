import Terminal
import Vault

/// A warning about figures, while accounts have no type or no transaction is classified:
/// debts would count as assets, and nothing as income.
struct UnclassifiedView {
    let screen: Screen

    /// Warns in place of figures.
    ///
    /// - Parameter json: figures follow all the same, and the warning is on standard error.
    /// - Returns: whether figures are to be shown.
    func allowsFigures(
        of vault: Vault, json: Bool = false, afterLine: Bool = false
    ) throws -> Bool {
        guard try !vault.wasClassified() else { return true }
        guard !json else {
            try warnOfFigures(of: vault)
            return true
        }
        if afterLine { try screen.print() }
        try screen.print(
            "What came in is not classified yet, so there are no figures: \(Self.remedy)",
            .warning)
        return false
    }

    /// Warns of figures that are shown all the same.
    func warnOfFigures(of vault: Vault) throws {
        guard try !vault.wasClassified() else { return }
        try screen.warn(
            "What came in is not classified yet, so types and figures may be wrong: \(Self.remedy)")
    }

    private static let remedy = "ghostvault sync, or ghostvault apply-rules"
}
