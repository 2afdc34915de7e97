internal import GRDB
public import Model

/// What left an account as a transfer whose other side is not here.
public struct LonePayment: Hashable, Sendable {
    /// As a positive amount.
    public let paid: Money
    public let description: String
    /// The rule that decided that it is a transfer, as reasons name it; nil where
    /// none did.
    public let rule: String?
    /// The name of the account's bank, where a card is at it too.
    public let bankOfCard: String?
}

extension Vault {
    /// The transfers of some days that left an account, whose other side is
    /// neither here nor in doubt, by currency.
    public func lonePayments(
        _ days: Range<CalendarDay>
    ) throws(VaultError) -> [LonePayment] {
        try read { database in
            let rows = try Row.fetchCursor(
                database, sql: Self.lonePayments,
                arguments: [days.lowerBound.daysSinceEpoch, days.upperBound.daysSinceEpoch])
            var payments: [LonePayment] = []
            while let row = try rows.next() {
                let amount: Int64 = row["amount"]
                payments.append(
                    LonePayment(
                        paid: Money(
                            sum: -Int128(amount),
                            currency: Currency(code: row["code"], exponent: row["exponent"])),
                        description: row["description"], rule: row["rule"],
                        bankOfCard: row["bank_of_card"]))
            }
            return payments
        }
    }

    private static let lonePayments = """
        SELECT transactions.amount AS amount, code, exponent, texts.value AS description, rule,
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
            AND partner_id IS NULL AND is_pending = 0 AND transactions.amount < 0
            AND transactions.voided_at IS NULL AND coalesce(is_excluded, 0) = 0
            AND transactions.\(Vault.isCounted)
            AND transactions.id NOT IN (SELECT transaction_id FROM transfer_candidates)
        ORDER BY currencies.id, transactions.id
        """
}
