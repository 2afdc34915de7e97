internal import GRDB
public import Model

/// What was paid to cards that are not here: what they bought is in no figure.
public struct UnconnectedCards: Hashable, Sendable {
    /// As a positive amount.
    public let paid: Money
}

extension Vault {
    /// The rules of the shipped configuration that find payments of cards on
    /// the account that paid.
    private static let rulesOfCardPayments = ["card-payment-sent", "card-payment-of-bank"]

    /// What went to cards that are not connected in some days, for each currency
    /// in which something did. A payment whose other side is here, or in doubt, or
    /// whose text names a bank at which a card and the paying account are, is none.
    public func unconnectedCards(
        _ days: Range<CalendarDay>
    ) throws(VaultError) -> [UnconnectedCards] {
        try read { database in
            var sums: [(currency: Currency, paid: Int64)] = []
            let rows = try Row.fetchCursor(
                database, sql: Self.lonePaymentsOfCards,
                arguments: StatementArguments(
                    [days.lowerBound.daysSinceEpoch, days.upperBound.daysSinceEpoch])
                    + StatementArguments(Self.rulesOfCardPayments))
            while let row = try rows.next() {
                let bankOfCard: String? = row["bank_of_card"]
                if let bankOfCard, Self.names(row["text"], bankOfCard) { continue }
                let currency = Currency(code: row["code"], exponent: row["exponent"])
                let amount: Int64 = row["amount"]
                if sums.last?.currency != currency { sums.append((currency, 0)) }
                let (sum, overflow) = sums[sums.count - 1].paid.subtractingReportingOverflow(amount)
                guard !overflow else { throw MoneyError.overflow }
                sums[sums.count - 1].paid = sum
            }
            return sums.filter { $0.paid > 0 }.map {
                UnconnectedCards(paid: Money(minorUnits: $0.paid, currency: $0.currency))
            }
        }
    }

    /// Whether a text has the beginning of a long word of a bank's name, as banks
    /// shorten it.
    private static func names(_ text: String, _ bank: String) -> Bool {
        let long = bank.uppercased().split { !$0.isLetter }.filter { $0.count > 3 && $0 != "BANK" }
        let words = text.uppercased().split { !$0.isLetter }
        return long.contains { word in words.contains { $0.hasPrefix(word.prefix(4)) } }
    }

    private static let lonePaymentsOfCards = """
        SELECT transactions.amount AS amount, code, exponent, texts.value AS text,
            (SELECT institutions.name FROM accounts AS card
             JOIN institutions ON institutions.id = card.institution_id
             LEFT JOIN account_decisions ON account_decisions.account_id = card.id
             LEFT JOIN account_conclusions ON account_conclusions.account_id = card.id
             WHERE card.institution_id = accounts.institution_id
                AND coalesce(account_decisions.type, account_conclusions.type) = 'credit'
             LIMIT 1) AS bank_of_card
        FROM transactions
        JOIN conclusions ON conclusions.transaction_id = transactions.id
        JOIN verdicts ON verdicts.id = verdict_id
        JOIN reasons ON reasons.id = class_reason
        JOIN accounts ON accounts.id = transactions.account_id
        JOIN currencies ON currencies.id = currency_id
        JOIN texts ON texts.id = transactions.description_id
        WHERE day >= ? AND day < ? AND class = 'transfer'
            -- Each word of a rule is one of its own, "card-payment-sent/CITI AUTOPAY".
            AND substr(rule, 1, instr(rule || '/', '/') - 1) IN (?, ?)
            AND partner_id IS NULL AND is_pending = 0 AND transactions.amount < 0
            AND transactions.voided_at IS NULL AND coalesce(is_excluded, 0) = 0
            AND transactions.\(Vault.isCounted)
            AND transactions.id NOT IN (SELECT transaction_id FROM transfer_candidates)
        ORDER BY currencies.id, transactions.id
        """
}
