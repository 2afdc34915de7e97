import GRDB

/// Something that a person does with a vault.
enum Step {
    case sync
    case classify(whole: Bool)
    /// Of a transaction, by its account and the bank's id.
    case correct(account: String, transaction: String, options: [String])
    case addRule(word: String, category: String)
    case setAccountType(name: String, type: String)
    case switchPlugin(isOn: Bool)
    case undo
    case redo
    case look

    /// What to call the step in a report.
    var name: String {
        switch self {
        case .sync: "sync"
        case .classify(let whole): whole ? "apply-rules --all" : "apply-rules"
        case .correct: "transactions set"
        case .addRule: "rules add"
        case .setAccountType: "accounts type"
        case .switchPlugin: "plugins enable"
        case .undo: "undo"
        case .redo: "redo"
        case .look: "dashboard"
        }
    }

    /// The command for one vault, in which a transaction has a number of its
    /// own.
    func arguments(in vault: String) throws -> [String] {
        switch self {
        case .sync: ["sync", "--months", "\(Bank.months)"]
        case .classify(let whole): ["apply-rules"] + (whole ? ["--all"] : [])
        case .correct(let account, let transaction, let options):
            ["transactions", "set", try Self.number(of: transaction, account, in: vault)] + options
        case .addRule(let word, let category):
            ["rules", "add", "--description-contains", word, "--category", category]
        case .setAccountType(let name, let type): ["accounts", "type", name, type]
        case .switchPlugin(let isOn): ["plugins", isOn ? "enable" : "disable", "refunds"]
        case .undo: ["undo"]
        case .redo: ["redo"]
        case .look: ["dashboard"]
        }
    }

    private static func number(
        of transaction: String, _ account: String, in vault: String
    ) throws -> String {
        let queue = try DatabaseQueue(path: vault + "/vault.sqlite")
        let number = try queue.read { database in
            try Int64.fetchOne(
                database,
                sql: """
                    SELECT transactions.id FROM transactions
                    JOIN accounts ON accounts.id = account_id
                    WHERE transactions.bank_id = ? AND accounts.bank_id = ?
                    """,
                arguments: [transaction, account])
        }
        guard let number else { throw BrokenPromise("\(account) lost transaction \(transaction)") }
        return "\(number)"
    }
}
