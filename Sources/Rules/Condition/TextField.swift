/// A text of a transaction or of its account that a rule can look at.
public enum TextField: String, CaseIterable, Sendable {
    case description
    /// Whom the transaction names, however the bank writes it.
    case payee
    /// The bank's own word for the payee; its description where it has none.
    case bankPayee
    case memo
    /// The account's name as the person sees it.
    case account
    case institution
    /// The code of the account's currency.
    case currency
    case merchantCode
    /// The test holds for the description, the bank's payee or the memo.
    case anyText
    /// The test holds for one of the tags that the person gave the transaction;
    /// one without tags is asked for the empty text. Tags that rules set are not
    /// meant: what a rule matches never depends on other rules.
    case tags
    /// The note that the person gave the transaction, and none that a rule set.
    case notes
}
