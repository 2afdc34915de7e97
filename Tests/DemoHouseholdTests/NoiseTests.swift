import DemoHousehold
import Model
import Testing

@Suite("Noise over the household")
struct NoiseTests {
    private static let household = Household(today: day(2026, 11, 20), months: 36)

    private func sent(_ level: Noise.Level, seed: UInt64 = 1) -> [SentAccount] {
        Self.household.accounts(with: Noise(level: level, seed: seed))
    }

    /// What is sent, beside what the household itself has.
    private func changes(_ level: Noise.Level) -> [(own: DemoTransaction, sent: DemoTransaction)] {
        zip(Self.household.accounts, sent(level)).flatMap { account, sent in
            let own = Dictionary(
                uniqueKeysWithValues: account.transactions.map { ($0.id, $0) })
            return sent.transactions.compactMap { row in own[row.id].map { ($0, row) } }
        }
    }

    @Test("none sends what the household has")
    func none() {
        for (account, sent) in zip(Self.household.accounts, sent(.none)) {
            #expect(sent.id == account.id)
            #expect(sent.balance == account.balance(on: Self.household.today))
            #expect(sent.transactions == Array(account.transactions))
        }
    }

    @Test("is the same for the same seed, and another for another", arguments: [1, 2])
    func seeds(seed: UInt64) {
        let first = sent(.much, seed: seed).map(\.transactions)
        #expect(first == sent(.much, seed: seed).map(\.transactions))
        #expect(first != sent(.much, seed: seed + 1).map(\.transactions))
    }

    @Test("takes some rows away, more at each level")
    func lost() {
        let counts = Noise.Level.allCases.map { level in
            sent(level).reduce(0) { $0 + $1.transactions.count }
        }
        #expect(counts == counts.sorted(by: >))
        #expect(Set(counts).count == counts.count)
        #expect(counts[2] * 100 > counts[0] * 96)
    }

    @Test(
        "leaves partners that name each other, of opposite amounts", arguments: Noise.Level.allCases
    )
    func partners(level: Noise.Level) throws {
        var transfers: [TransactionReference: DemoTransaction] = [:]
        for account in sent(level) {
            for transaction in account.transactions {
                let place = TransactionReference(account: account.id, transaction: transaction.id)
                transfers[place] = transaction
            }
        }
        var pairs = 0
        for (place, transaction) in transfers {
            guard let reference = transaction.truth.partner else { continue }
            let partner = try #require(transfers[reference])
            #expect(partner.truth.partner == place)
            #expect(partner.amount == -transaction.amount)
            let days = try #require(partner.posted).days(until: try #require(transaction.posted))
            #expect(abs(days) <= 3)
            pairs += 1
        }
        #expect(pairs > 300)
    }

    @Test("leaves sides without a partner where the other was lost")
    func lonelySides() {
        let lonely = changes(.much).filter {
            $0.own.truth.partner != nil && $0.sent.truth.partner == nil
        }
        #expect(!lonely.isEmpty)
        #expect(lonely.allSatisfy { $0.sent.truth.transactionClass == .transfer })
    }

    @Test(
        "changes no amount but those of purchases and seasonal bills",
        arguments: [Noise.Level.some, .much])
    func amounts(level: Noise.Level) {
        let changed = changes(level).filter { $0.own.amount != $0.sent.amount }
        #expect(!changed.isEmpty)
        for (own, sent) in changed {
            #expect(own.truth.transactionClass == .expense && own.amount < 0)
            #expect(own.truth.series == nil || own.truth.series?.amounts == .seasonal)
            #expect(abs(sent.amount - own.amount) * 4 <= abs(own.amount) || own.amount > -4_00)
        }
    }

    @Test("posts no row before it was made, nor after today", arguments: Noise.Level.allCases)
    func days(level: Noise.Level) {
        for account in sent(level) {
            let posted = account.transactions.compactMap(\.posted)
            #expect(posted == posted.sorted())
            #expect(posted.allSatisfy { $0 <= Self.household.today })
            #expect(account.transactions.allSatisfy { $0.transacted <= $0.posted ?? $0.transacted })
        }
    }

    @Test("posts rows later by no more than three days and a weekend")
    func lags() {
        let lags = changes(.much).compactMap { own, sent -> Int? in
            guard let posted = own.posted, let later = sent.posted else { return nil }
            return posted.days(until: later)
        }
        #expect(lags.allSatisfy { (0...5).contains($0) })
        #expect(Set(lags).count == 6)
    }

    @Test("words what is with one payee mostly in one way", arguments: [Noise.Level.some, .much])
    func wording(level: Noise.Level) {
        let pay = sent(level).flatMap(\.transactions).filter {
            $0.truth.series?.name == "paycheck-acme"
        }
        let short = pay.count { $0.description.uppercased().contains("PAYRLL") }
        #expect(pay.count > 70)
        #expect(min(short, pay.count - short) * 4 < pay.count)
    }

    @Test("words some of it otherwise, where it comes another way")
    func otherWay() {
        let pay = sent(.much).flatMap(\.transactions).filter {
            $0.truth.series?.name == "paycheck-acme"
        }
        let short = pay.count { $0.description.uppercased().contains("PAYRLL") }
        #expect(short > 0 && short < pay.count)
    }

    @Test("names nobody to whom a check was written", arguments: Noise.Level.allCases)
    func checks(level: Noise.Level) {
        let checks = sent(level).flatMap(\.transactions).filter {
            $0.description.uppercased().hasPrefix("CHECK ")
        }
        #expect(checks.count > 30)
        #expect(checks.allSatisfy { $0.payee == nil })
    }

    @Test("changes more texts at each level, and cuts the cards' off")
    func texts() {
        let changed = [Noise.Level.some, .much].map { level in
            changes(level).filter { $0.own.description != $0.sent.description }.count
        }
        #expect(changed[0] > 500)
        #expect(changed[1] > changed[0])
        #expect(changes(.much).contains { $0.sent.description.hasPrefix("POS DEBIT ") })
        #expect(changes(.much).contains { $0.sent.description.hasPrefix("SQ *") })
    }

    @Test("sends no merchant codes at the highest level, and half of the payees")
    func fields() {
        let rows = sent(.much).flatMap(\.transactions)
        #expect(rows.allSatisfy { $0.merchantCode == nil })
        let named = rows.filter { $0.payee != nil }.count
        #expect((rows.count / 3...rows.count / 2).contains(named))
    }
}
