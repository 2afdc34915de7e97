import DemoHousehold
import Engine
import Model
import SimpleFIN
import TestSupport
import Vault

/// A vault that was classified, and things that happen to one.
struct ChangingVault {
    let demo: DemoVault
    let engine: Engine

    private var random: RandomNumbers
    private let connection: Connection
    private let household: Household
    private var newIDs = 0
    /// By payer, how often they were paid and how often they paid.
    private var monthsOfPayers = [[0, 0], [0, 0], [0, 0], [0, 0]]

    init(seed: UInt64) throws {
        household = Household(seed: seed, today: today, months: 5)
        demo = try DemoVault(household)
        engine = demo.engine()
        connection = try demo.connect()
        random = RandomNumbers(seed: seed)
        try demo.sync(connection, household, months: 5)
        _ = try engine.classify(dryRun: false)
    }

    mutating func change() throws -> String {
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1:
            try receive(try (1...3).map { _ in try invented(like: try anyone()) })
            return "new transactions"
        case 2:
            try receivePair()
            return "a new transfer"
        case 10:
            try receiveReturn()
            return "a transfer that was taken back"
        case 3, 4:
            let record = try anyone()
            try receive([changed(record)])
            return "a changed transaction"
        case 5:
            let record = try anyone()
            let splits = Bool.random(using: &random) ? try Self.plan() : nil
            try demo.vault.correct(
                [
                    record.id: Correction(
                        class: Bool.random(using: &random) ? .expense : nil,
                        category: splits == nil ? "travel" : nil,
                        payee: Bool.random(using: &random) ? "Someone" : nil, splits: splits)
                ], summary: "Corrected")
            return "a correction"
        case 11:
            let record = try anyone()
            guard record.verdict != nil else { return "nothing" }
            try engine.storeConfirmation(of: [record])
            return "a confirmation"
        case 6:
            if try demo.vault.history().contains(where: { !$0.isUndone }) {
                _ = try demo.vault.undo()
            }
            return "an undone decision"
        case 7, 8:
            let paired = try demo.vault.everything().filter { $0.partner != nil }
            guard let record = paired.randomElement(using: &random), let partner = record.partner
            else { return "nothing" }
            try demo.vault.decide(
                .unlinked, TransactionPair(record.id, partner), summary: "Unlinked")
            return "a transfer that was taken apart"
        default:
            let amount = Int.random(in: 5...500, using: &random)
            let series = Bool.random(using: &random) ? ", series = \"Large ones\"" : ""
            try demo.write(
                """
                rule {
                    name = "Mine",
                    when = { size = greater(\(amount)) },
                    set = { class = "expense", payee = "Large"\(series) },
                }
                """, to: "rules/50-mine.lua")
            return "a changed rule"
        }
    }

    /// Parts that don't fit small amounts.
    private static func plan() throws -> SplitPlan {
        try SplitPlan([
            SplitPlan.Part(
                category: "travel", size: .amount(DecimalAmount(coefficient: 20, decimals: 0))),
            SplitPlan.Part(category: "shopping", size: .remainder),
        ])
    }

    /// Lets somebody pay or be paid, the same each month or something else, or changes
    /// or corrects what they paid.
    ///
    /// - Parameter payers: places in ``payers``.
    mutating func changeAmong(_ payers: [Int]) throws -> String {
        let known = try demo.vault.everything().filter { record in
            Self.payers.contains { record.description.hasSuffix($0) }
        }
        guard known.count > 8, Int.random(in: 0..<4, using: &random) == 0,
            let record = known.randomElement(using: &random)
        else {
            try receive((0..<2).flatMap { _ in payments(among: payers) })
            return "payments of people"
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            try receive([changed(record)])
            return "a changed payment of somebody"
        case 1:
            try demo.vault.correct(
                [record.id: Correction(class: .ignore)], summary: "Ignored")
            return "an ignored payment of somebody"
        case 2:
            try demo.vault.correct(
                [record.id: Correction(payee: "Bayside Clinic")], summary: "Corrected")
            return "another payee"
        default:
            if try demo.vault.history().contains(where: { !$0.isUndone }) {
                _ = try demo.vault.undo()
            }
            return "an undone decision"
        }
    }

    /// A tenant, a firm that gives back what it was paid, one of give and take, and a
    /// shop that pays wages.
    static let payers = ["ANNA BAKER", "BAYSIDE CLINIC", "MARIE TREMBLAY", "SAFEWAY"]

    /// One to three payments of mostly one amount, a month behind the ones before.
    private mutating func payments(among payers: [Int]) -> [Line] {
        let place = payers[Int.random(in: payers.indices, using: &random)]
        let comesIn = Int.random(in: 0..<6, using: &random) < [5, 3, 4, 5][place]
        let texts = [
            ["ZELLE TO", "ZELLE FROM"], ["PURCHASE", "CREDIT FROM"],
            ["E-TRANSFER TO", "E-TRANSFER FROM"], ["PURCHASE", "CREDIT FROM"],
        ]
        let text = "\(texts[place][comesIn ? 1 : 0]) \(Self.payers[place])"
        let isUsual = Int.random(in: 0..<5, using: &random) > 0
        let amount: Int64 = isUsual ? 60_00 : 75_00
        return (0..<Int.random(in: 1...3, using: &random)).map { _ in
            newIDs += 1
            monthsOfPayers[place][comesIn ? 1 : 0] += 1
            let months = monthsOfPayers[place][comesIn ? 1 : 0] % 12
            // What a firm gives back comes on any day.
            let isAnyDay = comesIn && place == 1
            let day = today.adding(
                days: (isAnyDay ? Int.random(in: 0...330, using: &random) : 30 * months) - 330)
            return Line(
                account: household.accounts[0].id,
                transaction: ReceivedTransaction(
                    bankID: "NEW-\(newIDs)", day: day, amount: comesIn ? amount : -amount,
                    description: text, payee: "", memo: "", merchantCode: "", isPending: false,
                    postedAt: day.noon, transactedAt: day.noon))
        }
    }

    /// Gives some transactions tags and a note, or takes them away again.
    mutating func changeGivenTexts() throws -> String {
        let known = try demo.vault.corrections(of: try demo.vault.everything().map(\.id))
        let tagged = known.filter { !$0.value.tags.isEmpty }.keys.sorted()
        switch Int.random(in: 0..<5, using: &random) {
        case 0 where !tagged.isEmpty:
            let some = tagged.prefix(3)
            let tags = Set(some.flatMap { known[$0]?.tags ?? [] })
            _ = try engine.correct(
                Array(some), CorrectionChange(dropped: [.note], droppedTags: tags.sorted()))
            return "tags and notes that were taken away"
        case 1:
            if try demo.vault.history().contains(where: { !$0.isUndone }) {
                _ = try demo.vault.undo()
            }
            return "an undone decision"
        default:
            let tags = ["work", "Trip 1", "trip 2"].shuffled(using: &random).prefix(2)
            let change = CorrectionChange(
                Correction(
                    category: Int.random(in: 0..<4, using: &random) == 0 ? "travel" : nil,
                    note: Bool.random(using: &random) ? "by Ann" : nil, tags: Array(tags)))
            try demo.vault.correct(
                Dictionary(
                    try (1...4).map { _ in (try anyone().id, change.correction) }
                ) { one, _ in one }, summary: "Tagged")
            return "tags that were given"
        }
    }

    // MARK: What banks say

    private struct Line {
        let account: String
        let transaction: ReceivedTransaction
    }

    private mutating func anyone() throws -> TransactionRecord {
        let all = try demo.vault.everything()
        return all[Int.random(in: all.indices, using: &random)]
    }

    /// Likely to be of the size and near the day of another.
    private mutating func invented(like record: TransactionRecord) throws -> Line {
        newIDs += 1
        let accounts = household.accounts.map(\.id)
        let sign: Int64 = Bool.random(using: &random) ? 1 : -1
        return Line(
            account: accounts[Int.random(in: accounts.indices, using: &random)],
            transaction: ReceivedTransaction(
                bankID: "NEW-\(newIDs)",
                day: record.day.adding(days: Int.random(in: -2...2, using: &random)),
                amount: Int64(record.amount.minorUnits) * sign, description: record.description,
                payee: record.bankPayee, memo: record.memo, merchantCode: record.merchantCode,
                isPending: Int.random(in: 0..<5, using: &random) == 0,
                postedAt: record.day.noon, transactedAt: record.day.noon))
    }

    private mutating func receivePair() throws {
        let record = try anyone()
        let accounts = household.accounts.map(\.id).shuffled(using: &random)
        let amount = Int64.random(in: 1000...1003, using: &random)
        newIDs += 2
        try receive(
            zip(accounts, [-amount, amount]).enumerated().map { position, side in
                Line(
                    account: side.0,
                    transaction: ReceivedTransaction(
                        bankID: "NEW-\(newIDs - position)",
                        day: record.day.adding(days: position), amount: side.1,
                        description: "TRANSFER", payee: "", memo: "", merchantCode: "",
                        isPending: false, postedAt: record.day.noon,
                        transactedAt: record.day.noon))
            })
    }

    /// What takes back a transfer of somebody or a payment of a card or loan, whose
    /// other side may be there too, or comes too late for that.
    private mutating func receiveReturn() throws {
        let paired = try demo.vault.everything().filter { $0.partner != nil }
        let record = try paired.randomElement(using: &random) ?? anyone()
        guard let account = try demo.vault.bankIDs()[record.account] else { return }
        newIDs += 1
        let day = record.day.adding(days: Int.random(in: 0...12, using: &random))
        let text = Bool.random(using: &random) ? "TRANSFER REVERSAL" : "RETURNED PAYMENT"
        try receive([
            Line(
                account: account,
                transaction: ReceivedTransaction(
                    bankID: "NEW-\(newIDs)", day: day, amount: Int64(-record.amount.minorUnits),
                    description: text, payee: "", memo: "", merchantCode: "",
                    isPending: false, postedAt: day.noon, transactedAt: day.noon))
        ])
    }

    private mutating func changed(_ record: TransactionRecord) throws -> Line {
        let bankIDs = try demo.vault.bankIDs()
        let other = try anyone()
        let keepsAmount = Bool.random(using: &random)
        let keepsWords = Bool.random(using: &random)
        return Line(
            account: bankIDs[record.account] ?? "",
            transaction: ReceivedTransaction(
                bankID: record.bankID,
                day: record.day.adding(days: Int.random(in: -4...4, using: &random)),
                amount: Int64(
                    keepsAmount ? record.amount.minorUnits : -other.amount.minorUnits),
                description: keepsWords ? record.description : other.description,
                payee: keepsWords ? record.bankPayee : other.bankPayee, memo: record.memo,
                merchantCode: record.merchantCode, isPending: false,
                postedAt: record.day.noon, transactedAt: record.day.noon))
    }

    private func receive(_ lines: [Line]) throws {
        let known = try demo.vault.accounts()
        let answer = ReceivedAnswer(
            institutions: household.accounts.map {
                ReceivedInstitution(
                    key: $0.institution.connection, name: $0.institution.name, url: nil)
            },
            accounts: household.accounts.map { account in
                let stored = known.first { $0.bankID == account.id }
                return ReceivedAccount(
                    institutionKey: account.institution.connection, bankID: account.id,
                    name: account.name, currency: Currency(code: "USD"),
                    balance: ReceivedBalance(
                        minorUnits: Int64(stored?.balance?.minorUnits ?? 0),
                        availableMinorUnits: stored?.availableBalance.map { Int64($0.minorUnits) },
                        at: stored?.balanceAt ?? today.noon),
                    transactions: lines.filter { $0.account == account.id }.map(\.transaction),
                    coverage: nil)
            }, receivedAt: today.noon)
        _ = try demo.vault.store(answer, connection: connection.id, sync: nil)
    }
}
