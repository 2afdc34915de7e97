import Foundation
import Insights
import Model
import Vault

let dollars = Currency(code: "USD", exponent: 2)
let yen = Currency(code: "JPY", exponent: 0)

/// A day that the calendar has, as tests write it.
func day(_ year: Int, _ month: Int, _ number: Int) -> CalendarDay {
    CalendarMonth(year: year, month: month).firstDay.adding(days: number - 1)
}

/// One transaction with what is concluded about it.
struct Entry {
    var account = "checking"
    let day: CalendarDay
    let amount: Int64
    /// Nil where nothing is concluded yet.
    var transactionClass: TransactionClass?
    var category = "other"
    var isPending = false
    var isExcluded: Bool?
    /// The position of a transfer's other side among the entries.
    var partner: Int?
    /// The parts that count in place of the whole, where it is split.
    var parts: [SplitPart] = []
    var lens: Lens?
    /// The id of the rule that decided the class.
    var rule: String?
    var text = ""
    /// Of the reason for its class.
    var kind: Reason.Kind?
    var categoryReason: Reason?
    /// Of the reason for its parts.
    var partsKind: Reason.Kind?
    var isContribution = false

    init(
        _ day: CalendarDay, _ amount: Int64, _ transactionClass: TransactionClass?,
        _ category: String = "other", account: String = "checking", isPending: Bool = false,
        isExcluded: Bool? = nil, partner: Int? = nil, parts: [SplitPart] = [],
        lens: Lens? = nil, rule: String? = nil, text: String = "", kind: Reason.Kind? = nil,
        isContribution: Bool = false
    ) {
        self.isContribution = isContribution
        self.day = day
        self.amount = amount
        self.transactionClass = transactionClass
        self.category = category
        self.account = account
        self.isPending = isPending
        self.isExcluded = isExcluded
        self.partner = partner
        self.parts = parts
        self.lens = lens
        self.rule = rule
        self.text = text
        self.kind = kind
    }

    var verdict: Verdict? {
        transactionClass.map { transactionClass in
            let reason = Reason(by: "test", rule: nil)
            return Verdict(
                transactionClass: Decided(
                    transactionClass,
                    because: Reason(by: "test", rule: rule, kind: kind)),
                category: Decided(category, because: categoryReason ?? reason),
                lens: lens.map { Decided($0, because: reason) },
                isExcluded: isExcluded.map { Decided($0, because: reason) },
                splits: parts.isEmpty
                    ? nil
                    : Self.anyPlan.map {
                        Decided($0, because: Reason(by: "test", rule: nil, kind: partsKind))
                    },
                isContribution: isContribution)
        }
    }
}

extension Entry {
    /// A verdict has a plan where there are parts; figures look at the parts.
    fileprivate static let anyPlan = SplitPlan(
        canonicalText: "dining\tshare 0.5\t\nother\tremainder\t")
}

/// An account, and the balances that its bank gave at noon of some days.
struct AccountSketch {
    let name: String
    var type = AccountType.checking
    var currency = dollars
    var institution = "Bank"
    var balances: [(day: CalendarDay, minorUnits: Int64)] = []
    /// The days that the bank's answers cover.
    var coverage: Range<CalendarDay>?

    init(
        _ name: String, _ type: AccountType = .checking, currency: Currency = dollars,
        institution: String = "Bank", balances: [(day: CalendarDay, minorUnits: Int64)] = [],
        coverage: Range<CalendarDay>? = nil
    ) {
        self.coverage = coverage
        self.name = name
        self.type = type
        self.currency = currency
        self.institution = institution
        self.balances = balances
    }
}

/// A vault that holds accounts and entries, in a folder that lives as long.
final class Books {
    let vault: Vault
    private let folder: VaultFolder

    /// - Parameter hasBridge: whether the accounts came over a bridge, not from a file.
    init(
        _ accounts: [AccountSketch], _ entries: [Entry] = [], hasBridge: Bool = false
    ) throws {
        let name = "insights-tests-\(UUID().uuidString)"
        folder = VaultFolder(
            path: FileManager.default.temporaryDirectory.appendingPathComponent(name).path)
        vault = try Vault.openOrCreate(folder)
        let connection =
            hasBridge
            ? try vault.addConnection(
                .simplefin, name: "bridge", allowsPlainHTTP: false, createdAt: 0)
            : try vault.fileConnection(createdAt: 0)
        for account in accounts {
            try store(account, entries, connection: connection.id)
        }
        try conclude(entries)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: folder.path)
        } catch {
            print("cannot remove \(folder.path): \(error)")
        }
    }

    private func store(
        _ account: AccountSketch, _ entries: [Entry], connection: Int64
    ) throws {
        var balances: [ReceivedBalance?] = account.balances.map {
            ReceivedBalance(
                minorUnits: $0.minorUnits, availableMinorUnits: nil,
                at: $0.day.secondsSinceEpoch + 43_200)
        }
        if balances.isEmpty { balances = [nil] }
        let transactions = entries.enumerated().filter { $0.element.account == account.name }
            .map { position, entry in
                ReceivedTransaction(
                    bankID: String(position), day: entry.day, amount: entry.amount,
                    description: entry.text, payee: "", memo: "", merchantCode: "",
                    isPending: entry.isPending, postedAt: nil, transactedAt: nil)
            }
        for balance in balances {
            let received = ReceivedAccount(
                institutionKey: account.institution, bankID: account.name, name: account.name,
                currency: account.currency, balance: balance, transactions: transactions,
                coverage: account.coverage)
            _ = try vault.store(
                ReceivedAnswer(
                    institutions: [
                        ReceivedInstitution(
                            key: account.institution, name: account.institution, url: nil)
                    ],
                    accounts: [received], receivedAt: 0),
                connection: connection, sync: nil)
        }
        for record in try vault.accounts() where record.bankID == account.name {
            try vault.decideType(account.type, account: record.id)
        }
    }

    private func conclude(_ entries: [Entry]) throws {
        let records = try vault.transactions(TransactionQuery()).sorted { $0.id < $1.id }
        var ids: [Int: Int64] = [:]
        for record in records { ids[Int(record.bankID) ?? -1] = record.id }
        var verdicts: [Verdict] = []
        var concluded: [Conclusions.Entry] = []
        var splits: [Int64: [SplitPart]] = [:]
        for record in records {
            guard let position = Int(record.bankID), let verdict = entries[position].verdict else {
                continue
            }
            concluded.append(
                Conclusions.Entry(
                    transaction: record.id, verdict: Int32(verdicts.count),
                    partner: entries[position].partner.flatMap { ids[$0] }))
            verdicts.append(verdict)
            if !entries[position].parts.isEmpty { splits[record.id] = entries[position].parts }
        }
        _ = try vault.store(
            Conclusions(verdicts: verdicts, entries: concluded, splits: splits), at: 0,
            dryRun: false)
    }
}

extension CategorySpending {
    /// Where no category is a part of another.
    static func breakdown(
        _ vault: Vault, days: Range<CalendarDay>, lens: Lens? = nil
    ) throws -> [CategorySpending] {
        try breakdown(vault, days: days, lens: lens, in: try CategoryTree([]))
    }
}
