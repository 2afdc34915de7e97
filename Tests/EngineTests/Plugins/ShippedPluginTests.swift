import Classification
import DemoHousehold
import Engine
import Model
import Testing
import Vault

/// The plugins that come with the program, each held to what its own tests
/// say, and all to what is true of a made-up household.
@Suite("The shipped plugins")
struct ShippedPluginTests {
    static let names = [
        "duplicates", "marketplace", "paycheck", "peer-payments", "price-change", "travel",
    ]

    private let demo: DemoVault

    init() throws {
        demo = try DemoVault()
    }

    @Test("come with the program, and are off until somebody wants them")
    func off() throws {
        let plugins = try demo.engine().plugins()
        #expect(plugins.map(\.name) == Self.names)
        #expect(plugins.allSatisfy { $0.state == .off && $0.problems.isEmpty })
        #expect(plugins.allSatisfy { $0.manifest != nil && !$0.introduction.isEmpty })
    }

    @Test("pass their own tests", arguments: names)
    func ownTests(name: String) throws {
        let report = try #require(try demo.engine().testPlugins([name]).first)
        #expect(report.problems.isEmpty)
        #expect(report.outcomes.count >= 6)
        for outcome in report.outcomes {
            #expect(outcome.failures.isEmpty, "\(outcome.file):\(outcome.line) \(outcome.name)")
        }
    }

    @Test("know a household's trips and prices, and get nothing wrong")
    func household() throws {
        let household = Household(seed: 42, today: today, months: 24)
        let lines = try concluded(household)
        for line in lines {
            let tags = line.verdict.tags?.value ?? []
            let (truth, place) = (line.truth, "\(line.transaction.id) \(tags)")
            if tags.contains("shared") { #expect(line.isMoneyBack, "\(place)") }
            // Some bills are charged twice now and then.
            if tags.contains("possible-duplicate") { #expect(truth.series != nil, "\(place)") }
            if tags.contains("price-rise") || tags.contains("price-drop") {
                #expect(truth.series != nil, "\(place)")
            }
            // The family travels in July and for a weekend in October.
            if tags.contains(where: { $0.hasPrefix("trip-") }) {
                #expect([7, 10].contains(line.transaction.transacted.month.month), "\(place)")
            }
            if Self.names.contains(line.verdict.transactionClass.reason.by) {
                #expect(
                    line.verdict.transactionClass.value == truth.transactionClass, "\(place)")
            }
        }
        #expect(lines.contains { $0.verdict.tags?.value.contains("price-rise") == true })
        for year in [2025, 2026] {
            #expect(lines.contains { $0.verdict.tags?.value.contains("trip-\(year)-07") == true })
        }
    }

    private struct Line {
        let transaction: DemoTransaction
        let verdict: Verdict

        var truth: TruthLabel { transaction.truth }
        var isMoneyBack: Bool {
            transaction.amount > 0 && truth.transactionClass == .expense && !transaction.isPending
        }
    }

    /// A household's transactions with what all plugins together make of them.
    private func concluded(_ household: Household) throws -> [Line] {
        let demo = try DemoVault(household)
        try demo.importAll()
        for name in Self.names { _ = try demo.engine().enablePlugin(name, true) }
        #expect(try !demo.engine().classify(dryRun: false).isPartial)

        let bankIDs = try demo.vault.bankIDs()
        var verdicts: [TransactionReference: Verdict] = [:]
        for record in try demo.vault.everything() {
            let place = TransactionReference(
                account: bankIDs[record.account] ?? "", transaction: record.bankID)
            verdicts[place] = record.verdict
        }
        return try household.accounts.flatMap { account in
            try account.transactions.map { transaction in
                let place = TransactionReference(
                    account: account.id, transaction: transaction.id)
                return Line(
                    transaction: transaction, verdict: try #require(verdicts[place]))
            }
        }
    }
}
