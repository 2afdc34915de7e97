internal import Model

/// A digest of everything that affects a pass except transactions and the decisions
/// about them.
struct PassDigest {
    private var hash = SHA256()

    /// The digest of the program and its shipped files, which change only together.
    init() throws {
        add(try ProgramFile.running().identity)
    }

    var text: String { hash.digest().hexadecimal }

    /// The digest with the accounts and decisions of a snapshot.
    func text(with frame: Snapshot) -> String {
        var whole = self
        whole.add(frame.accounts)
        whole.add(frame.decisions)
        return whole.text
    }

    mutating func add(_ text: String) { add(Array(text.utf8)) }

    mutating func add(_ bytes: [UInt8]) {
        // The length keeps two lists of parts from giving the same bytes.
        hash.add(Array("\(bytes.count):".utf8))
        hash.add(bytes)
    }

    /// Everything except the balances.
    mutating func add(_ accounts: [AccountFacts]) {
        for account in accounts {
            add(
                "\(account.id) \(account.type.rawValue) \(account.currency.exponent) "
                    + "\(account.isCounted)")
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

    /// Decisions about whole payees. A decision about a single transaction counts as
    /// a change of it.
    mutating func add(_ decisions: Decisions) {
        for (payee, name) in decisions.payeeAliases.sorted(by: { $0.key < $1.key }) {
            add(payee)
            add(name)
        }
    }
}
