import Model
import Terminal
import Vault

/// A transaction with what lists for programs say of it.
///
/// A class, since the way to each field would copy a large structure.
final class TransactionRow {
    let record: TransactionRecord
    let account: AccountRecord?
    let words: ReasonWords
    /// The part of a split that the row is about; nil for all of the transaction.
    let part: SplitPart?
    /// What figures count of it.
    private let counted: TransactionPart
    /// The account's balance after it.
    let balance: Money?

    init(
        record: TransactionRecord, account: AccountRecord?, words: ReasonWords,
        part: SplitPart? = nil, balance: Money? = nil
    ) {
        (self.record, self.account, self.words, self.part) = (record, account, words, part)
        self.balance = balance
        counted = record.counted(part)
    }

    private var amount: Money {
        guard let part else { return record.amount }
        return Money(minorUnits: part.minorUnits, currency: record.amount.currency)
    }

    private var verdict: Verdict? { record.verdict }

    private func forEachReason(_ body: (String, ReasonRow) -> Void) {
        for (attribute, reason) in verdict?.reasons ?? [] {
            body(
                attribute.rawValue,
                ReasonRow(
                    reason: reason,
                    text: words.text(of: reason, for: attribute, of: record.id),
                    handler: words.handler(of: reason, for: attribute, of: record.id)))
        }
    }

    static var fields: [Field<TransactionRow>] {
        [
            .value("id", "The transaction in this vault, as `explain` takes it.") { $0.record.id },
            .value("account", "The account's name.") { $0.account?.name },
            .value("account_id", "The account's `id`.") { $0.record.account },
            .value("account_bank_id", "The account's `bank_id`.") { $0.account?.bankID },
            .value("bank_id", "The bank's id of the transaction, unique in its account.") {
                $0.record.bankID
            },
            .value("day", "The posting day; of a pending transaction, the day it was made.") {
                $0.record.day
            },
            .value("amount", "The amount; negative for money that went out.") { $0.amount },
            .value("currency", "The account's currency.") { $0.record.amount.currency.code },
            .value(
                "balance",
                "With one account: its balance after the transaction; null while pending, and for "
                    + "parts."
            ) { $0.balance },
            .value("description", "The bank's text.") { $0.record.description },
            .value("payee", "The payee, from your corrections, rules or the bank's text.") {
                $0.record.payee
            },
            .value("memo", "A further text of the bank's.") { $0.record.memo },
            .value("merchant_code", "The merchant category code (ISO 18245).") {
                $0.record.merchantCode
            },
            .value("pending", "Whether it is not posted yet.") { $0.record.isPending },
            .value("class", "`income`, `expense`, `transfer` or `ignore`; null until classified.") {
                $0.counted.transactionClass?.rawValue
            },
            .value(
                "category", "The category's id; figures count `splits` instead, if there are any."
            ) { $0.part?.category ?? $0.verdict?.category.value },
            .value("guess", "If the category is a guess, the chance that it is right, in percent.")
            {
                $0.verdict?.guess
            },
            .value("lens", "`need`, `want` or `saving`.") {
                ($0.part?.lens ?? $0.verdict?.lens?.value)?.rawValue
            },
            .value("partner", "The `id` of a transfer's other side, if found.") {
                $0.record.partner
            },
            .value(
                "purchase", "For a refund, the `id` of its purchase, if found."
            ) {
                $0.record.purchase
            },
            .value("series", "The series that a rule sets.") { $0.verdict?.series?.value },
            .value("loan", "The borrower or lender; see `loans`.") {
                $0.counted.loan
            },
            .values("tags", "The tags of all rules.") { $0.verdict?.tags?.value ?? [] },
            .value("notes", "A note that a rule gave it.") { $0.verdict?.notes?.value },
            .value("excluded", "Whether it is left out of all figures.") {
                $0.counted.isExcluded
            },
            .list(
                "splits", "The parts of a split; they add up to the amount.", parts
            ) { row in
                row.record.parts(row.part.map { [$0] })
            },
            .objects(
                "reasons", "The reason for each decided attribute, such as `category`.",
                each: "The reason.", reasonFields
            ) { $0.forEachReason($1) },
        ]
    }

    static var parts: [Field<(part: SplitPart, currency: Currency)>] {
        [
            .value("category", "The part's category; `other` for what is not in one.") {
                $0.part.category
            }.column("") { .init($0.part.name, .accent) },
            .value("amount", "The part's amount, with the transaction's sign.") {
                Money(minorUnits: $0.part.minorUnits, currency: $0.currency)
            }.column("") {
                .amount(Money(minorUnits: $0.part.minorUnits, currency: $0.currency))
            },
            .value("class", "What the part counts as; null for the transaction's `class`.") {
                $0.part.class?.rawValue
            },
            .value("loan", "The borrower or lender of the part.") { $0.part.loan },
            .value("excluded", "Whether the part is left out of all figures.") {
                $0.part.isExcluded
            },
            .value("lens", "The part's lens.") { $0.part.lens?.rawValue }.column("", .muted),
            .value("notes", "A note that a rule gave the part.") { $0.part.note }
                .column("", wraps: true),
        ]
    }

    private static var reasonFields: [Field<ReasonRow>] {
        ReasonRow.fields + [
            .value("handler", "The handler in `automation/` that decided, if any.") { $0.handler }
        ]
    }
}

/// The reason for a conclusion or a proposal.
struct ReasonRow {
    let reason: Reason
    let text: String
    /// The handler that decided, if any.
    var handler: String?

    static var fields: [Field<ReasonRow>] {
        [
            .value("by", "The stages that decided.") { $0.reason.by },
            .value("rule", "The rule that decided, if any.") { $0.reason.rule },
            .value("text", "The reason in words.") { $0.text },
        ]
    }
}

extension ReasonRow {
    /// A reason that is about no stored transaction.
    init(_ reason: Reason) {
        self.init(reason: reason, text: reason.text)
    }
}

/// A transaction as one side of a pair, with few fields.
struct TransactionSide {
    let record: TransactionRecord
    let account: String

    init(_ record: TransactionRecord, _ accounts: [AccountRecord]) {
        self.record = record
        account = accounts.first { $0.id == record.account }?.name ?? ""
    }

    static var fields: [Field<TransactionSide>] {
        [
            .value("id", "The transaction, as commands take it.") { $0.record.id },
            .value("account", "The account's name.") { $0.account },
            .value("account_id", "The account's `id`.") { $0.record.account },
            .value("day", "Its day, as in `ghostvault transactions --json`.") { $0.record.day },
            .value("amount", "The amount; negative for money that went out.") { $0.record.amount },
            .value("currency", "The account's currency.") { $0.record.amount.currency.code },
            .value("description", "The bank's text.") { $0.record.description },
            .value("payee", "The other side, as in `ghostvault transactions --json`.") {
                $0.record.payee
            },
        ]
    }
}

/// A transaction with those that each could belong to it.
struct DoubtfulRow {
    let side: TransactionSide
    let candidates: [TransactionSide]
}
