import DemoHousehold
import Engine
import Foundation
import Model
import Scripting
import SimpleFIN
import Vault

/// A vault of the demo household in a folder of its own, with rules.
final class PassVault {
    let folder: VaultFolder
    let vault: Vault
    private let today = CalendarDay(daysSinceEpoch: 20_400)
    private let transactions: Int

    private var received = 0
    /// The household as it is two months later, which takes seconds to make.
    private lazy var later = household(on: today.adding(days: 60))
    /// What its accounts come to after today, in the order of its days.
    private lazy var toCome = later.accounts.flatMap { account in
        account.transactions.filter { ($0.posted ?? today) > today }.map {
            (account: account.id, transaction: $0)
        }
    }.sorted {
        ($0.transaction.posted ?? today, $0.account, $0.transaction.id)
            < ($1.transaction.posted ?? today, $1.account, $1.transaction.id)
    }

    /// - Parameters:
    ///   - transactions: how many to store, about.
    ///   - rules: the only rule file; nil for the rules of somebody who writes many.
    init(transactions: Int, rules: String? = nil) throws {
        self.transactions = transactions
        let name = "ghostvault-bench-\(UUID().uuidString)"
        folder = VaultFolder(
            path: FileManager.default.temporaryDirectory.appendingPathComponent(name).path)
        vault = try Vault.openOrCreate(folder)
        var body: [UInt8] = []
        AccountsAnswer(everythingOf: household(on: today), version: .second).write {
            body.append(contentsOf: $0)
        }
        _ = try engine.importAnswer(Answer(body: body))
        if let rules {
            try Data(rules.utf8).write(
                to: URL(fileURLWithPath: folder.rulesPath + "/50-bench.lua"))
        } else {
            try PassRules.write(to: vault, folder: folder)
        }
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: folder.path)
        } catch {
            print("cannot remove \(folder.path): \(error)")
        }
    }

    var engine: Engine { engine(on: ScriptHost(worker: .itself)) }

    func engine(on host: ScriptHost) -> Engine {
        Engine(vault: vault, moment: Moment(clock: today.secondsSinceEpoch), scripts: host)
    }

    /// Stores the next transactions of the household's life.
    ///
    /// - Returns: whether there were as many.
    func receive(_ count: Int) throws -> Bool {
        let connection = try vault.fileConnection(createdAt: today.secondsSinceEpoch)
        let new = toCome.dropFirst(received).prefix(count)
        received += new.count
        guard new.count == count else { return false }
        let accounts = later.accounts.map { account in
            ReceivedAccount(
                institutionKey: account.institution.connection, bankID: account.id,
                name: account.name, currency: Currency(code: "USD"), balance: nil,
                transactions: new.filter { $0.account == account.id }.map(\.transaction).map {
                    ReceivedTransaction(
                        bankID: $0.id, day: $0.posted ?? $0.transacted, amount: $0.amount,
                        description: $0.description, payee: $0.payee ?? "", memo: $0.memo ?? "",
                        merchantCode: $0.merchantCode ?? "", isPending: false, postedAt: nil,
                        transactedAt: nil)
                }, coverage: nil)
        }
        _ = try vault.store(
            ReceivedAnswer(
                institutions: later.accounts.map {
                    ReceivedInstitution(
                        key: $0.institution.connection, name: $0.institution.name, url: nil)
                },
                accounts: accounts, receivedAt: today.secondsSinceEpoch),
            connection: connection.id, sync: nil)
        return true
    }

    private func household(on day: CalendarDay) -> Household {
        Household(today: day, months: 120, transactions: transactions)
    }
}
