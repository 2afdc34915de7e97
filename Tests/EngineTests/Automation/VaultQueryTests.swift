import Automation
import Engine
import Foundation
import Insights
import Model
import Scripting
import Testing
import Vault

@Suite("What handlers find in the vault")
struct VaultQueryTests {
    private let demo: DemoVault

    init() throws {
        demo = try HouseholdVault().copy()
        try FileManager.default.createDirectory(
            atPath: demo.folder.automationPath, withIntermediateDirectories: true)
    }

    /// The texts that a handler notifies of at the first moment of a day.
    private func told(
        _ body: String, on day: CalendarDay = today, scripts: ScriptHost = .inThisProcess
    ) throws -> [String] {
        try demo.write(
            "on('every', function(e) local function tell(...) notify { title = table.concat({ ... }, ' ') } end \(body) end)",
            to: "automation/a.lua")
        let engine = demo.engine(scripts: scripts)
        let automations = try engine.automations()
        #expect(automations.leftOut == [])
        // As commands read.
        let replayed = try demo.vault.atOneMoment {
            try engine.replay(day..<day.adding(days: 1), to: automations)
        }
        return try #require(replayed.first).handling.outcome.get().compactMap { asked in
            if case .notify(let notification) = asked.action { notification.title } else { nil }
        }
    }

    private func figures(_ days: Range<CalendarDay>) throws -> [CategorySpending] {
        try CategorySpending.breakdown(
            demo.vault, days: days, in: demo.engine().categories())
    }

    @Test("what was spent is what `spending` says, in all and by category")
    func spent() throws {
        let month = day(2026, 10, 1)..<day(2026, 11, 1)
        let spending = try figures(month).flatMap(\.withParts)
        for category in ["groceries", "dining", "home", "bills", "gifts"] {
            let expected = spending.first { $0.category == category }?.spent
            let told = try told(
                "local _, text = spent { category = '\(category)', period = 'oct' } tell(text)")
            #expect(told == [expected?.groupedText ?? "0.00"].map { "\($0) USD" })
        }
        let total = try figures(month).map(\.spent.minorUnits).reduce(0, +)
        let all = Money(sum: total, currency: Currency(code: "USD"))
        #expect(
            try told("local _, text = spent { period = '2026-10' } tell(text)") == [
                "\(all.groupedText) USD"
            ])
    }

    @Test("income is what `income` says, and a month ends with the event's day")
    func income() throws {
        let month = try MonthlyIncome.months(
            demo.vault, from: CalendarMonth("2026-10") ?? today.month,
            through: CalendarMonth("2026-10") ?? today.month)
        let expected = try #require(month.first).income
        #expect(
            try told("local _, text = income { period = 'last month' } tell(text)") == [
                "\(expected.groupedText) USD"
            ])
        let soFar = try figures(day(2026, 10, 1)..<day(2026, 10, 13))
        let spent = Money(
            sum: soFar.map(\.spent.minorUnits).reduce(0, +),
            currency: Currency(code: "USD"))
        #expect(
            try told(
                "local _, text = spent { period = 'this month' } tell(text)", on: day(2026, 10, 12))
                == ["\(spent.groupedText) USD"])
    }

    @Test(
        "what is counted and listed is what `transactions --where` finds",
        arguments: [
            "payee = word \"coffee\", amount = between(-20, 0)", "category = \"dining\"",
            "class = \"transfer\"", "account = \"visa\", size = greater(100)",
            "any { text = \"market\", weekday = \"friday\" }", "lens = \"need\", year = 2026",
        ])
    func counted(condition: String) throws {
        let ids = try demo.engine().transactions(where: "{ \(condition) }")
        let hidden = Set(
            try demo.vault.accounts().filter { $0.visibility == .hidden }.map(\.id))
        let found = try demo.vault.everything().filter {
            ids.contains($0.id) && $0.day <= today && !hidden.contains($0.account)
        }
        #expect(!found.isEmpty)
        let told = try told(
            """
            tell(count { \(condition) })
            for _, tx in ipairs { 1, 2, 3 } do
                local row = transactions({ \(condition), limit = 3 })[tx]
                if row then tell(row.id, row.day) end
            end
            """)
        #expect(told.first == "\(found.count)")
        let newest = found.sorted { ($0.day, $0.id) > ($1.day, $1.id) }.prefix(3).map(\.day)
        #expect(told.dropFirst().map { String($0.suffix(10)) } == newest.map(\.description))
    }

    @Test("a balance is the account's, also of an earlier day")
    func balance() throws {
        let account = try #require(
            try demo.vault.accounts().first { $0.balance != nil && $0.type == .checking })
        let current = try #require(account.balance)
        #expect(
            try told("tell(select(2, balance('\(account.name)')))")
                == ["\(current.groupedText) USD"])
        let earlier = day(2026, 9, 30)
        let then = try #require(
            try AccountBalances.accounts([account], of: demo.vault, on: earlier).first?.balance)
        #expect(then != current)
        #expect(
            try told("tell(select(2, balance('\(account.name)')))", on: earlier)
                == ["\(then.groupedText) USD"])
    }

    @Test("an account that nobody has is a mistake, with the name that was meant")
    func unknownAccount() throws {
        let name = try #require(try demo.vault.accounts().first).name
        let told = try told("local ok, message = pcall(balance, '\(name)x') tell(message)")
        #expect(told.first?.contains("did you mean \"\(name)\"") == true)
    }

    @Test("a handler in a worker is answered alike")
    func worker() throws {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let host = ScriptHost(
            worker: WorkerProgram(
                path: folder.appendingPathComponent("planted-worker").path, arguments: []))
        let body = """
            local amount, text = spent { category = 'dining', period = 'oct', payee = word 'cafe' }
            tell(text, count { class = 'expense' }, transactions({ limit = 1 })[1].payee)
            """
        #expect(try told(body, scripts: host) == told(body))
        #expect(host.interruptions == 0)
    }
}
