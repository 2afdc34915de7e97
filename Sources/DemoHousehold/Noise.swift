public import Model

/// The distortion of transactions by banks: descriptions, days, amounts and lost rows.
///
/// Deterministic: the same noise distorts the same household in the same way.
public struct Noise: Hashable, Sendable {
    public let level: Level
    public let seed: UInt64

    /// The amount of noise, in ascending order.
    public enum Level: Int, CaseIterable, Sendable {
        /// No noise.
        case none
        /// A careful bank: few descriptions change, most rows come within a day.
        case some
        /// A careless bank: descriptions are truncated and abbreviated, merchant codes
        /// are missing, half of the payees too, and rows come late.
        case much
    }

    /// - Parameter seed: determines what changes, not how much.
    public init(level: Level, seed: UInt64 = 1) {
        self.level = level
        self.seed = seed
    }

    /// In percent of the affected rows or descriptions.
    var shares: Shares {
        switch level {
        case .none: Shares()
        case .some:
            Shares(
                lost: 1, late: 30, mostDaysLate: 1, abbreviated: 25, reworded: 10, prefixed: 20,
                numbered: 15,
                respaced: 20, recased: 15, movedShops: 20, tipped: 30, seasonalSwing: 10,
                withoutCode: 50, withoutPayee: 5, withoutMemo: 10)
        case .much:
            Shares(
                lost: 2, late: 75, mostDaysLate: 3, abbreviated: 50, reworded: 20, prefixed: 50,
                numbered: 35,
                respaced: 40, recased: 35, movedShops: 50, tipped: 60, seasonalSwing: 22,
                withoutCode: 100, withoutPayee: 50, withoutMemo: 50)
        }
    }

    /// The maximum length of descriptions: of cards from the first level, of all
    /// accounts from the second.
    func textLimit(isCard: Bool) -> Int? {
        switch level {
        case .none: nil
        case .some: isCard ? 25 : nil
        case .much: isCard ? 22 : 25
        }
    }

    struct Shares {
        var lost: Int64 = 0
        var late: Int64 = 0
        var mostDaysLate: Int64 = 0
        /// Words that the bank could abbreviate. It does so always or never for one
        /// payee.
        var abbreviated: Int64 = 0
        /// Descriptions with an unusual wording and other abbreviations.
        var reworded: Int64 = 0
        var prefixed: Int64 = 0
        var numbered: Int64 = 0
        var respaced: Int64 = 0
        var recased: Int64 = 0
        var movedShops: Int64 = 0
        var tipped: Int64 = 0
        /// The swing of a seasonal amount, in percent of it.
        var seasonalSwing: Int64 = 0
        var withoutCode: Int64 = 0
        var withoutPayee: Int64 = 0
        var withoutMemo: Int64 = 0
    }
}

/// An account as its bank sent it, with noise, and a label for each row.
public struct SentAccount: Sendable {
    public let id: String
    public let name: String
    public let institution: Institution
    public let type: AccountType
    /// Minor units at the end of the history, without noise.
    public let balance: Int64
    /// Oldest first, pending ones last.
    public let transactions: [DemoTransaction]
}

extension Household {
    /// The accounts as sent by banks with noise.
    ///
    /// Labels are adjusted: if one side of a transfer is lost, the other has no
    /// partner. The sides keep their amount and are at most three days apart. No row is
    /// posted after today.
    ///
    /// Takes some microseconds for each transaction.
    public func accounts(with noise: Noise) -> [SentAccount] {
        var rows = NoisyRows(noise, today: today)
        for account in accounts { rows.send(account) }
        rows.bringPairsTogether()
        return accounts.map { account in
            SentAccount(
                id: account.id, name: account.name, institution: account.institution,
                type: account.type, balance: account.balance(on: today),
                transactions: rows.rows(of: account.id))
        }
    }
}

/// The rows that banks send, with noise applied.
struct NoisyRows {
    private let noise: Noise
    private let today: CalendarDay
    private var sent: [TransactionReference: DemoTransaction] = [:]
    private var order: [String: [TransactionReference]] = [:]

    init(_ noise: Noise, today: CalendarDay) {
        self.noise = noise
        self.today = today
    }

    mutating func send(_ account: DemoAccount) {
        let shares = noise.shares
        for transaction in account.transactions {
            let place = TransactionReference(account: account.id, transaction: transaction.id)
            var random = randomness(of: place.account, place.transaction)
            guard !random.chance(percent: shares.lost) else { continue }
            sent[place] = noisy(transaction, in: account, random: &random)
            order[account.id, default: []].append(place)
        }
    }

    /// Removes lost partners, and limits the sides of a transfer to three days apart.
    mutating func bringPairsTogether() {
        for (place, transaction) in sent {
            guard let partner = transaction.truth.partner else { continue }
            guard let other = sent[partner] else {
                sent[place]?.truth.partner = nil
                continue
            }
            if let day = transaction.posted, let first = other.posted,
                first.days(until: day) > 3
            {
                sent[place]?.post(on: first.adding(days: 3))
            }
        }
    }

    func rows(of account: String) -> [DemoTransaction] {
        let rows = (order[account] ?? []).compactMap { sent[$0] }
        let posted = rows.filter { !$0.isPending }.enumerated()
            .sorted { ($0.element.booked, $0.offset) < ($1.element.booked, $1.offset) }
        return posted.map(\.element) + rows.filter(\.isPending)
    }

    private func noisy(
        _ transaction: DemoTransaction, in account: DemoAccount, random: inout SplitMix64
    ) -> DemoTransaction {
        let shares = noise.shares
        var sent = transaction
        if let posted = transaction.posted { sent.post(on: later(posted, random: &random)) }
        sent.amount = amount(of: transaction, random: &random)
        let text = NoisyText(
            transaction, isCard: account.type == .credit,
            limit: noise.textLimit(isCard: account.type == .credit), shares: shares,
            usual: randomness(of: account.id, transaction.truth.payee))
        sent.description = text.made(random: &random)
        if random.chance(percent: shares.withoutPayee) { sent.payee = nil }
        if random.chance(percent: shares.withoutMemo) { sent.memo = nil }
        if random.chance(percent: shares.withoutCode) { sent.merchantCode = nil }
        return sent
    }

    private func later(_ posted: CalendarDay, random: inout SplitMix64) -> CalendarDay {
        guard random.chance(percent: noise.shares.late) else { return posted }
        let days = random.days(in: 1...max(noise.shares.mostDaysLate, 1))
        return min(posted.adding(days: days).businessDayOnOrAfter, today)
    }

    /// Restaurants get tips, foreign purchases a fee, and utilities swing. Agreed
    /// amounts and own transfers stay.
    private func amount(of transaction: DemoTransaction, random: inout SplitMix64) -> Int64 {
        let amount = transaction.amount
        let truth = transaction.truth
        guard noise.level != .none, truth.transactionClass == .expense, amount < 0 else {
            return amount
        }
        switch (truth.series?.amounts, truth.category) {
        case (.seasonal, _):
            let swing = noise.shares.seasonalSwing
            return amount * (100 + random.number(in: -swing...swing)) / 100
        case (nil, SpendingCategory.dining.rawValue):
            guard random.chance(percent: noise.shares.tipped) else { return amount }
            return amount + amount * random.number(in: 15...22) / 100
        case (nil, SpendingCategory.travel.rawValue):
            return amount - random.number(in: 1...99)
        default:
            return amount
        }
    }

    private func randomness(of names: String...) -> SplitMix64 {
        var bits = noise.seed
        for byte in names.joined().utf8 { bits = SplitMix64.mixed(bits ^ UInt64(byte)) }
        return SplitMix64(seed: bits)
    }
}

extension DemoTransaction {
    /// The day in the feed.
    fileprivate var booked: CalendarDay { posted ?? transacted }

    fileprivate mutating func post(on day: CalendarDay) {
        posted = day
        transacted = min(transacted, day)
    }
}

/// A description as distorted by a bank.
struct NoisyText {
    private let text: String
    private let isPurchase: Bool
    private let isCard: Bool
    private let limit: Int?
    private let shares: Noise.Shares
    private let usual: SplitMix64

    /// - Parameters:
    ///   - limit: the maximum length of the merchant's part.
    ///   - usual: determines the bank's wording for this payee.
    init(
        _ transaction: DemoTransaction, isCard: Bool, limit: Int?, shares: Noise.Shares,
        usual: SplitMix64
    ) {
        text = transaction.description
        isPurchase =
            transaction.truth.transactionClass == .expense && transaction.truth.series == nil
            && transaction.truth.category != SpendingCategory.other.rawValue
        self.isCard = isCard
        self.limit = limit
        self.shares = shares
        self.usual = usual
    }

    func made(random: inout SplitMix64) -> String {
        var text = text
        if isPurchase, random.chance(percent: shares.movedShops) {
            text = inAnotherShop(text, random: &random)
        }
        if random.chance(percent: shares.reworded) {
            text = abbreviated(text, random: &random)
        } else {
            var usual = usual
            text = abbreviated(text, random: &usual)
        }
        if let limit { text = String(text.prefix(limit)) }
        if isPurchase, random.chance(percent: shares.prefixed) {
            text = prefix(for: text, random: &random) + text
        }
        if random.chance(percent: shares.numbered) {
            text += Self.numbered(Self.references, random: &random)
        }
        if random.chance(percent: shares.recased) {
            text = random.chance(percent: 50) ? text.lowercased() : text.capitalisedWords
        }
        if random.chance(percent: shares.respaced), let gap = text.firstIndex(of: " ") {
            text.insert(contentsOf: "   ", at: gap)
        }
        return text
    }

    /// Another branch of the same merchant: a number and a town.
    private func inAnotherShop(_ text: String, random: inout SplitMix64) -> String {
        let home = " MADISON WI"
        guard text.hasSuffix(home) else { return text }
        let number = Self.numbered([" #~~~~ ", " ~~~~~ ", " ST~~~ "], random: &random)
        return text.dropLast(home.count) + number + random.element(of: Self.towns)
    }

    private func abbreviated(_ text: String, random: inout SplitMix64) -> String {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            guard let short = Self.abbreviations[String(word)],
                random.chance(percent: shares.abbreviated)
            else { return String(word) }
            return short
        }
        return words.joined(separator: " ")
    }

    private func prefix(for text: String, random: inout SplitMix64) -> String {
        guard isCard else { return Self.numbered(Self.debitPrefixes, random: &random) }
        return text.contains("*") ? "" : random.element(of: ["SQ *", "PY *", "SP "])
    }

    private static func numbered(_ patterns: [String], random: inout SplitMix64) -> String {
        let pattern = random.element(of: patterns)
        return String(
            pattern.map { $0 == "~" ? Character(String(random.number(in: 0...9))) : $0 })
    }

    private static let debitPrefixes = [
        "POS DEBIT ", "CHECKCARD ~~~~ ", "DEBIT CARD PURCHASE ", "POS PURCHASE ", "DBT CRD ~~~~ ",
        "VISA DDA PUR ~~~~~~ ",
    ]
    private static let references = [" ~~~~~~~~", " REF ~~~~~~~~~", " 0~/1~", " XX~~~~", " #~~~~~"]
    private static let towns = ["VERONA WI", "SUN PRAIRIE WI", "STOUGHTON WI", "ROCKFORD IL"]
    private static let abbreviations = [
        "PAYMENT": "PMT", "PAYROLL": "PAYRLL", "TRANSFER": "XFER", "DEPOSIT": "DEP",
        "WITHDRAWAL": "WDL", "ONLINE": "ONL", "AUTOMATIC": "AUTO", "ELECTRONIC": "ELEC",
        "RECEIVED": "RECD", "PURCHASE": "PUR", "INTEREST": "INT", "DIVIDEND": "DIV",
        "INSURANCE": "INS", "SAVINGS": "SAV", "CHECKING": "CHK", "RESTAURANT": "REST",
        "VETERINARY": "VET", "PHARMACY": "PHARM", "PREMIUM": "PREM", "REINVESTMENT": "REINV",
        "AUTOPAY": "AUTOPY", "HEALTHCARE": "HLTHCARE",
    ]
}

extension String {
    /// The string with each word capitalised.
    fileprivate var capitalisedWords: String {
        split(separator: " ", omittingEmptySubsequences: false)
            .map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
            .joined(separator: " ")
    }
}
