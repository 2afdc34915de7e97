import Model

/// The body of a response to `/accounts`, in either version of the SimpleFIN protocol
/// (https://www.simplefin.org/protocol.html).
public struct AccountsAnswer: Sendable {
    private let household: Household
    private let version: ProtocolVersion
    private let bridgeURL: String
    private var window: Range<Int64> = .min ..< .max
    private var accounts: Set<String> = []
    private var hasTransactions = true
    private var hasPending = true
    private var asOf: CalendarDay
    private var balanceDate: Int64
    private var wording: AnswerWording
    private var messages: [BridgeMessage] = []

    /// A response with everything: every account with all transactions, pending ones
    /// included.
    ///
    /// - Parameter bridgeURL: the bridge's address, without a trailing slash.
    public init(
        everythingOf household: Household, version: ProtocolVersion,
        bridgeURL: String = "http://127.0.0.1/simplefin"
    ) {
        self.household = household
        self.version = version
        self.bridgeURL = bridgeURL
        wording = AnswerWording(faults: [], household: household, bridgeURL: bridgeURL)
        asOf = household.today
        balanceDate = household.today.noon
    }

    /// A response to a client's query.
    ///
    /// - Parameter window: the requested instants, in POSIX seconds.
    init(
        household: Household, query: AccountsQuery, version: ProtocolVersion, bridgeURL: String,
        window: Range<Int64>, faults: Set<BridgeFault>, messages: [BridgeMessage]
    ) {
        self.init(everythingOf: household, version: version, bridgeURL: bridgeURL)
        self.window = window
        wording = AnswerWording(faults: faults, household: household, bridgeURL: bridgeURL)
        self.messages = messages
        accounts = query.accounts
        hasTransactions = !query.wantsOnlyBalances
        hasPending = query.wantsPending
        if let end = query.end, end <= household.today.noon {
            // The last day whose noon, when everything is posted, is before the end.
            asOf = CalendarDay(secondsSinceEpoch: end - CalendarDay.secondsToNoon - 1)
            balanceDate = end
        }
    }

    /// Writes the response as JSON in chunks of about 64 KiB.
    ///
    /// - Throws: what `output` throws.
    public func write<Failure: Error>(
        to output: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var json = JSONText()
        json.beginObject()
        writeMessages(to: &json)
        if version == .second { writeConnections(to: &json) }
        json.beginArray("accounts")
        let shown = shownAccounts
        for (account, id) in zip(shown, wording.accountIDs(of: shown)) {
            writeBeginning(of: account, id: id, to: &json)
            if wording.concerns(.wrongTypes, account) {
                writeWrongTypes(to: &json)
                continue
            }
            json.beginArray("transactions")
            if hasTransactions {
                for transaction in account.transactions where isShown(transaction, in: account) {
                    write(transaction, of: account, to: &json)
                    if json.bytes.count >= 1 << 16 { try output(json.taken()) }
                }
                if wording.concerns(.unreadableAmount, account) {
                    writeUnreadableAmount(to: &json)
                }
            }
            json.endArray()
            json.endObject()
        }
        json.endArray()
        json.endObject()
        try output(json.taken())
    }

    private var shownAccounts: [DemoAccount] {
        guard !wording.faults.contains(.signInNeeded) else { return [] }
        return household.accounts.filter { accounts.isEmpty || accounts.contains($0.id) }
    }

    private func isShown(_ transaction: DemoTransaction, in account: DemoAccount) -> Bool {
        guard hasPending || !transaction.isPending else { return false }
        let day = transaction.posted ?? transaction.transacted
        if wording.concerns(.oneInstitutionFailing, account) { return false }
        if wording.concerns(.oneAccountIncomplete, account),
            day < household.today.adding(days: -10)
        {
            return false
        }
        return window.contains(day.noon)
    }

    private func writeMessages(to json: inout JSONText) {
        switch version {
        case .first:
            json.beginArray("errors")
            for message in messages where !message.isForDeveloper { json.element(message.text) }
            json.endArray()
            guard messages.contains(where: \.isForDeveloper) else { return }
            json.beginArray("x-api-message")
            for message in messages where message.isForDeveloper { json.element(message.text) }
            json.endArray()
        case .second:
            json.beginArray("errlist")
            for message in messages {
                json.beginObject()
                json.member("code", message.code)
                json.member("msg", message.text)
                json.member("conn_id", ifPresent: message.connection)
                json.member("account_id", ifPresent: message.account)
                json.endObject()
            }
            json.endArray()
        }
    }

    private func writeConnections(to json: inout JSONText) {
        json.beginArray("connections")
        var written: Set<Institution> = []
        for account in shownAccounts where written.insert(account.institution).inserted {
            json.beginObject()
            json.member("conn_id", account.institution.connection)
            json.member("name", wording.bankName(account.institution) ?? "")
            json.member("org_id", account.institution.domain)
            json.member("org_name", ifPresent: wording.bankName(account.institution))
            json.member("org_url", ifPresent: wording.bankURL(account.institution))
            json.member("sfin_url", bridgeURL)
            json.endObject()
        }
        json.endArray()
    }

    private func writeBeginning(of account: DemoAccount, id: String, to json: inout JSONText) {
        json.beginObject()
        switch version {
        case .first:
            json.beginObject("org")
            json.member("domain", account.institution.domain)
            json.member("sfin-url", bridgeURL)
            json.member("name", ifPresent: wording.bankName(account.institution))
            json.member("url", ifPresent: wording.bankURL(account.institution))
            json.member("id", account.institution.domain)
            json.endObject()
        case .second:
            json.member("conn_id", account.institution.connection)
        }
        json.member("id", id)
        json.member("name", account.name)
        json.member("currency", wording.currency)
        json.member("balance", dollars(wording.amount(account.balance(on: asOf), in: account)))
        json.member(
            "available-balance",
            dollars(wording.amount(account.availableBalance(on: asOf), in: account)))
        json.member("balance-date", balanceDate)
        json.beginArray("holdings")
        for holding in account.holdings(on: asOf) { write(holding, to: &json) }
        json.endArray()
    }

    private func write(_ holding: DemoHolding, to json: inout JSONText) {
        json.beginObject()
        json.member("id", holding.id)
        json.member("created", holding.firstBought.noon)
        json.member("currency", "USD")
        json.member("cost_basis", dollars(holding.costBasis))
        json.member("description", holding.name)
        json.member("market_value", dollars(holding.marketValue))
        json.member("purchase_price", dollars(holding.costBasis * 1000 / max(holding.shares, 1)))
        json.member("shares", MinorUnits.plainText(holding.shares, exponent: 3))
        json.member("symbol", holding.symbol)
        json.endObject()
    }

    private func write(
        _ transaction: DemoTransaction, of account: DemoAccount, to json: inout JSONText
    ) {
        json.beginObject()
        json.member("id", wording.transactionID(transaction.id))
        json.member("posted", transaction.posted?.noon ?? 0)
        json.member("amount", dollars(wording.amount(transaction.amount, in: account)))
        json.member("description", wording.description(of: transaction))
        // The real bridge sends both with every transaction.
        json.member("payee", transaction.payee ?? "")
        json.member("memo", transaction.memo ?? "")
        json.member("transacted_at", transaction.transacted.noon)
        if version == .second { json.member("mcc", ifPresent: transaction.merchantCode) }
        if transaction.isPending, wording.flagsPending { json.member("pending", true) }
        json.endObject()
    }

    private func writeUnreadableAmount(to json: inout JSONText) {
        json.beginObject()
        json.member("id", "TRN-unreadable")
        json.member("posted", household.today.noon)
        json.member("amount", "1O.00")
        json.endObject()
    }

    /// Ends an account whose fields have the wrong types.
    private func writeWrongTypes(to json: inout JSONText) {
        json.member("available-balance", true)
        json.member("balance-date", "today")
        json.member("transactions", "none")
        json.endObject()
    }

    private func dollars(_ cents: Int64) -> String {
        MinorUnits.plainText(cents, exponent: 2)
    }
}

extension CalendarDay {
    static let secondsToNoon: Int64 = 43_200

    /// POSIX seconds of 12:00 UTC, when the real bridge's banks post.
    var noon: Int64 { secondsSinceEpoch + Self.secondsToNoon }
}

/// The values in a response, altered by faults.
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
        // Only a few are long, so that the response stays below a client's limit.
        if transaction.amount.magnitude % 499 == 7 { return Self.longText }
        let place = transaction.amount.magnitude % UInt64(Self.hostileTexts.count)
        return Self.hostileTexts[Int(place)]
    }

    var flagsPending: Bool { !faults.contains(.pendingByDateOnly) }

    /// Whether a fault affects an account.
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
