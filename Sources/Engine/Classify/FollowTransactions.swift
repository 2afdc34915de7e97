internal import Classification
internal import Model
internal import Rules
internal import Vault

extension Engine {
    /// Gives accounts kept by hand the opposite sides of the transactions that they follow:
    /// those with one of their texts, and for cash those that rules know as cash from a
    /// machine. Only transactions after the day of an account's first value are followed.
    func followTransactions(_ setup: PassSetup) throws {
        let accounts = try vault.accounts()
        let following = accounts.filter { $0.followsOthers && $0.visibility.isCounted }
        guard try !following.isEmpty || vault.hasMirroredTransactions() else { return }
        let snapshot = try snapshot(for: setup)
        let rules = try FollowedRules(
            following, among: accounts, cash: setup.rulebook.enabled.cashRules)
        let matcher = RulebookMatcher(rulebook: rules.rulebook, snapshot: snapshot)
        let firstDays = try following.reduce(into: [Int64: CalendarDay]()) {
            $0[$1.id] = try vault.values(ofAccount: $1.id).first?.day
        }
        var followed: [Int64: Int64] = [:]
        for row in snapshot.transactions.indices {
            let transaction = snapshot.transactions[row]
            // The lowest amount has no opposite.
            guard !transaction.isPending, transaction.amount != 0, transaction.amount != .min
            else { continue }
            matcher.forEachMatch(row: row) { match in
                guard let account = rules.account(of: rules.rulebook.rules[match].id),
                    let first = firstDays[account], transaction.day > first
                else { return true }
                followed[transaction.id] = account
                return false
            }
        }
        try vault.mirror(followed)
    }
}

extension AccountRecord {
    /// Whether it is kept by hand, and has the opposite sides of transactions of others.
    var followsOthers: Bool { isByHand && (type == .cash || !follows.isEmpty) }
}

extension Pipeline {
    /// The rules that know cash from a machine.
    fileprivate var cashRules: [Rule] { builtInRules.filter { $0.effect.tags.contains("cash") } }
}

/// The rules that say which account follows which transaction.
private struct FollowedRules {
    let rulebook: Rulebook
    private let accounts: [String: Int64]

    /// - Parameters:
    ///   - following: of several that match, the first one follows.
    ///   - accounts: all accounts. Those that count and aren't kept by hand are followed.
    init(
        _ following: [AccountRecord], among accounts: [AccountRecord], cash: [Rule]
    ) throws {
        var rules: [Rule] = []
        var owners: [String: Int64] = [:]
        for account in following {
            let sources = Condition.fact(
                .account(
                    Set(
                        accounts.filter {
                            !$0.isByHand && $0.visibility.isCounted
                                && $0.currency == account.currency
                        }.map(\.id))))
            // What the person wrote comes before what is known of cash.
            let named = Condition.any(
                account.follows.flatMap { text in
                    [TextField.description, .bankPayee, .memo].map { .text($0, .contains(text)) }
                })
            let conditions =
                (account.follows.isEmpty ? [] : [(named, 1)])
                + (account.type == .cash ? cash.map { ($0.condition, 0) } : [])
            for (condition, priority) in conditions {
                let id = "\(account.id)-\(rules.count)"
                owners[id] = account.id
                rules.append(
                    Rule(
                        id: id, name: account.name, origin: .stored, priority: priority,
                        condition: .all([sources, condition]), effect: Effect()))
            }
        }
        rulebook = try Rulebook(rules)
        self.accounts = owners
    }

    func account(of rule: String) -> Int64? { accounts[rule] }
}
