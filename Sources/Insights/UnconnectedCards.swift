public import Model
public import Vault

/// What was paid to cards that are not here: what they bought is in no figure.
public struct UnconnectedCards: Hashable, Sendable {
    /// As a positive amount.
    public let paid: Money
}

extension UnconnectedCards {
    /// What went to cards that are not connected in some days, for each currency
    /// in which something did. A payment whose other side is here, or in doubt, or
    /// whose text names a bank at which a card and the paying account are, is none.
    ///
    /// - Parameter marks: by what payments of cards are known.
    public static func paid(
        _ vault: Vault, days: Range<CalendarDay>, by marks: CardPayments
    ) throws -> [UnconnectedCards] {
        var sums: [Money] = []
        for payment in try vault.lonePayments(days) where marks.isOfUnconnectedCard(payment) {
            guard let sum = sums.last, sum.currency == payment.paid.currency else {
                sums.append(payment.paid)
                continue
            }
            sums[sums.count - 1] = try sum.adding(payment.paid)
        }
        return sums.map(UnconnectedCards.init(paid:))
    }
}

extension CardPayments {
    fileprivate func isOfUnconnectedCard(_ payment: LonePayment) -> Bool {
        // Each word of a rule is one of its own, "card-payment-sent/CITI AUTOPAY".
        guard let rule = payment.rule, rules.contains(String(rule.prefix { $0 != "/" })) else {
            return false
        }
        return payment.bankOfCard.map { !names(payment.description, $0) } ?? true
    }

    /// Banks shorten the words of their names to so many letters.
    private static let shortestBeginning = 4

    /// Whether a text has the beginning of a long word of a bank's name.
    private func names(_ text: String, _ bank: String) -> Bool {
        let words = text.lowercased().split { !$0.isLetter }
        return bank.lowercased().split { !$0.isLetter }.contains { word in
            word.count >= Self.shortestBeginning && !commonWords.contains(String(word))
                && words.contains { $0.hasPrefix(word.prefix(Self.shortestBeginning)) }
        }
    }
}
