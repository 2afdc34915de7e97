extension SeriesFacts {
    /// Whether it is what a loan or a card charges to itself, such as interest,
    /// fees and escrow. Nobody has to pay that: it is paid with the payments of
    /// the loan or the card. What is bought with a card is no such charge.
    ///
    /// - Parameters:
    ///   - account: the type of the newest transaction's account.
    ///   - rule: the rule that decided the newest transaction's class.
    public func isOwnCharge(of account: AccountType, decidedBy rule: String?) -> Bool {
        guard usualAmount < 0 else { return false }
        switch account {
        case .loan, .mortgage: return true
        case .credit:
            return rule == Self.chargesOfCards || rule?.hasPrefix(Self.chargesOfCards + "/") == true
        case .checking, .savings, .investment, .brokerage, .other: return false
        }
    }

    /// The rule of `config/movements.toml` that knows them.
    private static let chargesOfCards = "card-interest"
}
