import Model

/// How an answer words what the household has, with the faults that change it.
struct AnswerWording: Sendable {
    let faults: Set<BridgeFault>
    private let day: CalendarDay
    private let faultyAccount: DemoAccount?
    private let bridgeURL: String

    init(faults: Set<BridgeFault>, household: Household, bridgeURL: String) {
        self.faults = faults
        self.bridgeURL = bridgeURL
        day = household.today
        faultyAccount = household.faultyAccount
    }

    func accountIDs(of accounts: [DemoAccount]) -> [String] {
        guard faults.contains(.sharedAccountIDs) else { return accounts.map(\.id) }
        var counts: [Institution: Int] = [:]
        return accounts.map { account in
            counts[account.institution, default: 0] += 1
            return String(counts[account.institution, default: 0])
        }
    }

    func bankName(_ institution: Institution) -> String? {
        faults.contains(.namelessBanks) ? nil : institution.name
    }

    func bankURL(_ institution: Institution) -> String? {
        faults.contains(.namelessBanks) ? nil : "https://www." + institution.domain
    }

    var currency: String {
        if faults.contains(.noCurrency) { return "" }
        return faults.contains(.currencyAddress) ? bridgeURL + "/currencies/points" : "USD"
    }

    func amount(_ cents: Int64, in account: DemoAccount) -> Int64 {
        faults.contains(.reversedSigns) && account.type == .credit ? -cents : cents
    }

    func transactionID(_ id: String) -> String {
        faults.contains(.reissuedIDs) ? "\(id)-\(day.daysSinceEpoch)" : id
    }

    func description(of transaction: DemoTransaction) -> String {
        guard faults.contains(.hostileText) else { return transaction.description }
        // A few of them are long, so that an answer stays below a client's limit.
        if transaction.amount.magnitude % 499 == 7 { return Self.longText }
        let place = transaction.amount.magnitude % UInt64(Self.hostileTexts.count)
        return Self.hostileTexts[Int(place)]
    }

    var flagsPending: Bool { !faults.contains(.pendingByDateOnly) }

    /// Whether an account is the one that a fault is about.
    func concerns(_ fault: BridgeFault, _ account: DemoAccount) -> Bool {
        guard faults.contains(fault), let faultyAccount else { return false }
        return fault == .oneInstitutionFailing
            ? account.institution == faultyAccount.institution : account.id == faultyAccount.id
    }

    private static let hostileTexts = [
        "\u{1B}[2J\u{1B}[31mALERT\u{1B}[0m", "\u{1B}]0;owned\u{7}SHOP", "<b>SHOP</b><script>",
        "SHOP\u{202E}POHS", "SHOP\u{0}AFTER", "SHOP\r\nBalance: 1,000,000.00",
        "=cmd|' /C calc'!A0",
    ]

    private static let longText = String(repeating: "A", count: 1 << 20)
}
