import DemoHousehold
import Engine
import Model
import TestSupport
import Testing
import Vault

@Suite("What is concluded")
struct DeterminismTests {
    private struct Key: Hashable {
        let account: String
        let id: String
    }

    private struct Conclusion: Hashable {
        let verdict: Verdict?
        let partner: Key?
    }

    private func conclusions(_ demo: DemoVault) throws -> [Key: Conclusion] {
        _ = try demo.engine().classify(dryRun: false)
        let bankIDs = try demo.vault.bankIDs()
        let all = try demo.vault.everything()
        var keys: [Int64: Key] = [:]
        for record in all {
            keys[record.id] = Key(account: bankIDs[record.account] ?? "", id: record.bankID)
        }
        var conclusions: [Key: Conclusion] = [:]
        for record in all {
            guard let key = keys[record.id] else { continue }
            conclusions[key] = Conclusion(
                verdict: record.verdict, partner: record.partner.flatMap { keys[$0] })
        }
        return conclusions
    }

    /// A vault that was given the household's transactions in a random order,
    /// in answers of some hundred.
    private func shuffledVault(seed: UInt64) throws -> DemoVault {
        let demo = try DemoVault()
        let connection = try demo.vault.fileConnection(createdAt: today.noon)
        var random = RandomNumbers(seed: seed)
        var rows = Household.ordinary.accounts.flatMap { account in
            account.transactions.map { (account, $0.received) }
        }
        rows.shuffle(using: &random)
        while !rows.isEmpty {
            let part = rows.suffix(Int.random(in: 50...400, using: &random))
            rows.removeLast(part.count)
            let accounts = Household.ordinary.accounts.shuffled(using: &random)
            let answer = ReceivedAnswer(
                institutions: Set(accounts.map(\.institution)).map {
                    ReceivedInstitution(key: $0.connection, name: $0.name, url: nil)
                },
                accounts: accounts.map { account in
                    ReceivedAccount(
                        institutionKey: account.institution.connection, bankID: account.id,
                        name: account.name, currency: Currency(code: "USD"),
                        balance: ReceivedBalance(
                            minorUnits: account.balance(on: today), availableMinorUnits: nil,
                            at: today.noon),
                        transactions: part.filter { $0.0.id == account.id }.map(\.1),
                        coverage: nil)
                }, receivedAt: today.noon)
            _ = try demo.vault.store(answer, connection: connection.id, sync: nil)
        }
        return demo
    }

    @Test(
        "does not depend on the order in which transactions arrived",
        arguments: Seeds.first(of: 6, few: 2))
    func order(seed: UInt64) throws {
        let synced = try DemoVault()
        try synced.sync(try synced.connect())
        let expected = try conclusions(synced)
        #expect(expected.values.contains { $0.partner != nil })
        #expect(try conclusions(shuffledVault(seed: seed)) == expected)
    }
}

extension DemoTransaction {
    fileprivate var received: ReceivedTransaction {
        ReceivedTransaction(
            bankID: id, day: posted ?? transacted, amount: amount, description: description,
            payee: payee ?? "", memo: memo ?? "", merchantCode: merchantCode ?? "",
            isPending: isPending, postedAt: posted?.noon, transactedAt: transacted.noon)
    }
}
