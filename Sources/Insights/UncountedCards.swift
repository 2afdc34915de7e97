public import Model
public import Vault

/// Payments to cards that are not connected, or are left out of totals. Their purchases are
/// missing from all figures.
public struct UncountedCards: Hashable, Sendable {
    /// As a positive amount.
    public let paid: Money
    /// Whether the cards are connected, but left out of totals.
    public let areLeftOut: Bool

    public init(paid: Money, areLeftOut: Bool) {
        self.paid = paid
        self.areLeftOut = areLeftOut
    }
}

extension UncountedCards {
    /// The payments to such cards over some days, for each currency with any, those to
    /// unconnected cards first. Not among these are payments whose other side is known or
    /// ambiguous, and those that name a bank with both a card and the paying account.
    ///
    /// - Parameter marks: the patterns that identify card payments.
    public static func paid(
        _ vault: Vault, days: Range<CalendarDay>, by marks: CardPayments
    ) throws -> [UncountedCards] {
        let payments = try vault.lonePayments(days)
        return [false, true].flatMap { areLeftOut in
            let own = payments.filter {
                $0.isToUncountedCard == areLeftOut
                    && (areLeftOut || marks.isOfUnconnectedCard($0))
            }
            return own.map(\.paid.currency).distinct.map { currency in
                let sum = own.filter { $0.paid.currency == currency }
                    .reduce(Int128(0)) { $0 + $1.paid.minorUnits }
                return UncountedCards(
                    paid: Money(sum: sum, currency: currency), areLeftOut: areLeftOut)
            }
        }
    }
}

extension CardPayments {
    fileprivate func isOfUnconnectedCard(_ payment: UnmatchedPayment) -> Bool {
        // Each word of a rule is a rule of its own, "card-payment-sent/CITI AUTOPAY".
        guard let rule = payment.rule, rules.contains(String(rule.prefix { $0 != "/" })) else {
            return false
        }
        return payment.bankOfCard.map { !names(payment.description, $0) } ?? true
    }

    /// Banks shorten the words of their names to at least this many letters.
    private static let shortestBeginning = 4

    /// Whether a string contains the beginning of a long word of a bank's name.
    private func names(_ text: String, _ bank: String) -> Bool {
        let words = text.lowercased().split { !$0.isLetter }
        return bank.lowercased().split { !$0.isLetter }.contains { word in
            word.count >= Self.shortestBeginning && !commonWords.contains(String(word))
                && words.contains { $0.hasPrefix(word.prefix(Self.shortestBeginning)) }
        }
    }
}
