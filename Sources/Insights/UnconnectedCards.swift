public import Model
public import Vault

/// Payments to cards that are not connected. Their purchases are missing from all
/// figures.
public struct UnconnectedCards: Hashable, Sendable {
    /// As a positive amount.
    public let paid: Money
}

extension UnconnectedCards {
    /// The payments to unconnected cards over some days, for each currency with any.
    /// Not counted are payments whose other side is known or ambiguous. Nor are those
    /// that name a bank with both a card and the paying account.
    ///
    /// - Parameter marks: the patterns that identify card payments.
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
