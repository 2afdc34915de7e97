internal import Model

/// A short text that is the same only where a pass is made of the same things
/// beside transactions and what was decided about them.
struct PassDigest {
    private var hash = SHA256()

    /// Of what comes with the program, which no one changes but with it.
    init() throws {
        let program = try ProgramFile.running()
        add("\(program.size) \(program.modified.seconds) \(program.modified.nanoseconds)")
    }

    /// The digest of all that was added.
    var text: String {
        hash.digest().map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    mutating func add(_ text: String) { add(Array(text.utf8)) }

    mutating func add(_ bytes: [UInt8]) {
        // With its length, so that no two lists of parts run together to the
        // same bytes.
        hash.add(Array("\(bytes.count):".utf8))
        hash.add(bytes)
    }

    /// All but the balances.
    mutating func add(_ accounts: [AccountFacts]) {
        for account in accounts {
            add("\(account.id) \(account.type.rawValue) \(account.currency.exponent)")
            add(account.name)
            add(account.bankName)
            add(account.institution)
            add(account.currency.code)
            add(account.bankID)
        }
    }

    mutating func addBalances(of accounts: [AccountFacts]) {
        for account in accounts {
            add(account.balance.map(String.init) ?? "none")
            add(account.availableBalance.map(String.init) ?? "none")
            add(account.balanceDay?.description ?? "none")
        }
    }

    /// What is decided about everything of a payee; what is decided about
    /// single transactions counts as a change of them.
    mutating func add(_ decisions: Decisions) {
        for (payee, name) in decisions.payeeAliases.sorted(by: { $0.key < $1.key }) {
            add(payee)
            add(name)
        }
    }
}
