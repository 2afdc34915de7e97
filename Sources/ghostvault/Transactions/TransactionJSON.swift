import Model
import Terminal
import Vault

/// A transaction in JSON; `docs/json.md` documents the fields.
struct TransactionJSON {
    private let accounts: [Int64: AccountRecord]

    private let words: ReasonWords

    init(accounts: [AccountRecord], words: ReasonWords) {
        self.words = words
        self.accounts = Dictionary(uniqueKeysWithValues: accounts.map { ($0.id, $0) })
    }

    func write(_ record: TransactionRecord, to object: inout JSONObject) {
        let account = accounts[record.account]
        let verdict = record.verdict
        object.field("id", record.id)
        object.field("account", account?.name)
        object.field("account_id", record.account)
        object.field("account_bank_id", account?.bankID)
        object.field("bank_id", record.bankID)
        object.field("day", "\(record.day)")
        object.field("amount", record.amount.plainText)
        object.field("currency", record.amount.currency.code)
        object.field("description", record.description)
        object.field("payee", record.payee)
        object.field("memo", record.memo)
        object.field("merchant_code", record.merchantCode)
        object.field("pending", record.isPending)
        object.field("class", verdict?.transactionClass.value.rawValue)
        object.field("category", verdict?.category.value)
        object.field("lens", verdict?.lens?.value.rawValue)
        object.field("partner", record.partner)
        object.field("series", verdict?.series?.value)
        object.array("tags") { tags in
            for tag in verdict?.tags?.value ?? [] { tags.element(tag) }
        }
        object.field("notes", verdict?.notes?.value)
        object.field("excluded", verdict?.isExcluded?.value ?? false)
        object.array("splits") { parts in
            for part in record.splits {
                let amount = Money(minorUnits: part.minorUnits, currency: record.amount.currency)
                parts.object { object in
                    object.field("category", part.category)
                    object.field("lens", part.lens?.rawValue)
                    object.field("amount", amount.plainText)
                    object.field("note", part.note)
                }
            }
        }
        object.object("reasons") { reasons in
            for (attribute, reason) in verdict?.reasons ?? [] {
                reasons.object(attribute.rawValue) { object in
                    write(reason, for: attribute, of: record.id, to: &object)
                    object.field(
                        "handler", words.handler(of: reason, for: attribute, of: record.id))
                }
            }
        }
    }

    /// Writes the reason for a conclusion or a proposal about a stored transaction.
    func write(
        _ reason: Reason, for attribute: Attribute, of transaction: Int64,
        to object: inout JSONObject
    ) {
        Self.write(
            reason, text: words.text(of: reason, for: attribute, of: transaction), to: &object)
    }

    static func write(_ reason: Reason, to object: inout JSONObject) {
        write(reason, text: reason.text, to: &object)
    }

    private static func write(_ reason: Reason, text: String, to object: inout JSONObject) {
        object.field("by", reason.by)
        object.field("rule", reason.rule)
        object.field("text", text)
    }
}

/// A transaction in JSON as one side of a pair, with few fields; `docs/json.md` documents them.
struct TransactionSideJSON {
    let accounts: [AccountRecord]

    func write(_ record: TransactionRecord, to object: inout JSONObject) {
        object.field("id", record.id)
        object.field("account", accounts.first { $0.id == record.account }?.name ?? "")
        object.field("account_id", record.account)
        object.field("day", "\(record.day)")
        object.field("amount", record.amount.plainText)
        object.field("currency", record.amount.currency.code)
        object.field("description", record.description)
        object.field("payee", record.payee)
    }
}
