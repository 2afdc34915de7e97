import DemoHousehold
import Engine
import Model
import SimpleFIN
import Testing
import Vault

/// How often the shipped pipeline is right about lives that it was not made
/// from. Measured over these seeds: every class and every pair is right, and
/// 99.1 to 99.3 % of the categories of expenses.
@Suite("The shipped pipeline")
struct AccuracyTests {
    private struct Score {
        var transactions = 0
        var rightClasses = 0
        var truePairs: Set<Set<TransactionReference>> = []
        var foundPairs: Set<Set<TransactionReference>> = []
        var expenses = 0
        var rightCategories = 0
    }

    private func score(_ household: Household) throws -> Score {
        let demo = try DemoVault(household)
        var body: [UInt8] = []
        AccountsAnswer(everythingOf: household, version: .second).write {
            body.append(contentsOf: $0)
        }
        _ = try demo.engine().importAnswer(Answer(body: body))
        _ = try demo.engine().classify(dryRun: false)

        let bankIDs = try demo.vault.bankIDs()
        let records = try demo.vault.everything()
        var places: [Int64: TransactionReference] = [:]
        for record in records {
            places[record.id] = TransactionReference(
                account: bankIDs[record.account] ?? "", transaction: record.bankID)
        }
        var concluded: [TransactionReference: Verdict] = [:]
        var score = Score()
        for record in records {
            guard let place = places[record.id] else { continue }
            concluded[place] = record.verdict
            if let partner = record.partner.flatMap({ places[$0] }) {
                score.foundPairs.insert([place, partner])
            }
        }
        for account in household.accounts {
            for transaction in account.transactions {
                let place = TransactionReference(
                    account: account.id, transaction: transaction.id)
                let verdict = try #require(concluded[place])
                let truth = transaction.truth
                score.transactions += 1
                if verdict.transactionClass.value == truth.transactionClass {
                    score.rightClasses += 1
                }
                if let partner = truth.partner { score.truePairs.insert([place, partner]) }
                guard let category = truth.category else { continue }
                score.expenses += 1
                if verdict.category.value == category { score.rightCategories += 1 }
            }
        }
        return score
    }

    @Test("is right about two years of a household's life", arguments: [1, 2, 3, 7, 42])
    func accuracy(seed: UInt64) throws {
        let score = try score(Household(seed: seed, today: today, months: 24))
        let right = score.foundPairs.intersection(score.truePairs).count
        #expect(score.transactions > 2000)
        #expect(score.truePairs.count > 100)
        #expect(Double(score.rightClasses) >= 0.998 * Double(score.transactions))
        #expect(right == score.foundPairs.count)
        #expect(Double(right) >= 0.99 * Double(score.truePairs.count))
        #expect(Double(score.rightCategories) >= 0.985 * Double(score.expenses))
    }
}
