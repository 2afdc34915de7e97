import Model
import Terminal
import Vault

/// A transaction in JSON where it stands beside another, in few fields; they
/// are documented in `docs/json.md`.
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
