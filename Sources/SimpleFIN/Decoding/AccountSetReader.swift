import Model
internal import Platform

/// Decodes the JSON of a response into values, entry by entry.
struct AccountSetReader {
    let version: AccountSet.Version
    private(set) var institutions: [Institution] = []
    private(set) var rejected: [RejectedEntry] = []
    private let fields: FieldReader
    private var knownInstitutions: Set<ExactText> = []
    private var knownCurrencies: [Owner: Currency] = [:]

    init(_ answer: JSONValue) throws(SimpleFINError) {
        guard answer["errlist"] != nil || answer["errors"] != nil else {
            throw .notAnAnswer(.noErrorList)
        }
        let hasShapeOfTwo = answer["errlist"] != nil || answer["connections"] != nil
        version = hasShapeOfTwo ? .two : .one
        fields = FieldReader(object: answer)
    }

    /// Version 2 may repeat `errlist` in the old `errors`; duplicates are removed.
    mutating func readMessages() -> [BridgeMessage] {
        var messages = list("errlist", of: .message) { $0.readMessage($1) }
        var saidBefore = Set(messages.map(\.text))
        for old in list("errors", of: .message, { $0.readMessage($1) })
        where saidBefore.insert(old.text).inserted {
            messages.append(old)
        }
        return messages + readAPIMessages()
    }

    mutating func readAccounts() throws(SimpleFINError) -> [BankAccount] {
        guard fields.object["accounts"]?.elements != nil else {
            throw .notAnAnswer(.noAccountList)
        }
        for institution in list("connections", of: .connection, { $0.readConnection($1) }) {
            add(institution)
        }
        return list("accounts", of: .account) { $0.readAccount($1) }
    }

    // MARK: Messages

    private mutating func readAPIMessages() -> [BridgeMessage] {
        let name: StaticString = "x-api-message"
        if let only = fields.object[name], only.isText {
            return [readMessage(only)].compactMap { $0 }
        }
        return list(name, of: .message) { $0.readMessage($1) }
    }

    private mutating func readMessage(_ value: JSONValue) -> BridgeMessage? {
        if value.isText {
            return BridgeMessage(
                code: nil, text: value.text.withoutNUL, connectionID: nil, accountID: nil)
        }
        guard value.isObject else {
            reject(.message, FieldFault(".", .wrongType))
            return nil
        }
        let message = FieldReader(object: value)
        return attempt(.message) { () throws(FieldFault) in
            let text = try message.exactText("msg")
            let textOfOlderServers = try message.exactText("message")
            return BridgeMessage(
                code: try message.exactText("code")?.withoutNUL,
                text: (text ?? textOfOlderServers)?.withoutNUL ?? "",
                connectionID: try message.exactText("conn_id"),
                accountID: try message.exactText("account_id"))
        }
    }

    // MARK: Institutions

    private mutating func readConnection(_ value: JSONValue) -> Institution? {
        guard value.isObject else {
            reject(.connection, FieldFault(".", .wrongType))
            return nil
        }
        let connection = FieldReader(object: value)
        return attempt(.connection) { () throws(FieldFault) in
            let key = try connection.requiredID("conn_id")
            let url = try connection.label("org_url")
            let name = firstText([
                try connection.label("name"), try connection.label("org_name"),
            ])
            return Institution(
                key: key,
                name: name ?? firstText([url.flatMap { WebAddress($0)?.host }]) ?? key.withoutNUL,
                isNamed: name != nil,
                organizationID: try connection.exactText("org_id"), url: url)
        }
    }

    /// Reads the `org` of a version 1 account and returns its key.
    private mutating func readOrganization(_ value: JSONValue, accountID: String) -> String? {
        let owner = Owner(accountID: accountID)
        guard value.isObject else {
            reject(.account, FieldFault("org", .wrongType), of: owner)
            return nil
        }
        let organization = FieldReader(object: value)
        let institution = attempt(.account, of: owner) {
            () throws(FieldFault) -> Institution? in
            let id = try organization.exactText("id")
            let domain = try organization.label("domain")
            let name = try organization.label("name")
            let url = try organization.label("url")
            let composed = [domain, name].compactMap { firstText([$0]) }.joined(separator: "#")
            guard let key = firstText([id, composed, url]) else { return nil }
            let host = url.flatMap { WebAddress($0)?.host }
            return Institution(
                key: key, name: firstText([name, domain, host]) ?? key.withoutNUL,
                isNamed: firstText([name]) != nil,
                organizationID: id, url: url)
        }
        guard case .some(.some(let known)) = institution else { return nil }
        add(known)
        return known.key
    }

    private mutating func add(_ institution: Institution) {
        guard knownInstitutions.insert(ExactText(institution.key)).inserted else { return }
        institutions.append(institution)
    }

    // MARK: Accounts

    private mutating func readAccount(_ value: JSONValue) -> BankAccount? {
        guard value.isObject else {
            reject(.account, FieldFault(".", .wrongType))
            return nil
        }
        let account = FieldReader(object: value)
        guard let id = attempt(.account, { () throws(FieldFault) in try account.requiredID("id") })
        else { return nil }

        let institutionKey = readInstitutionKey(account, accountID: id)
        let owner = Owner(accountID: id, institutionKey: institutionKey)
        let code = optional(of: owner) { () throws(FieldFault) in try account.text("currency") }
        let currency = Currency(code: code?.asCurrencyCode ?? "")
        guard knownCurrencies[owner, default: currency] == currency else {
            reject(
                .account, FieldFault("currency", .contradictory), of: owner, raw: currency.code)
            return nil
        }
        knownCurrencies[owner] = currency
        return BankAccount(
            id: id,
            name: optional(of: owner) { () throws(FieldFault) in try account.label("name") } ?? "",
            institutionKey: institutionKey,
            currency: currency,
            balance: attempt(.account, of: owner) { () throws(FieldFault) in
                try account.requiredMoney("balance", currency)
            },
            availableBalance: optional(of: owner) { () throws(FieldFault) in
                try account.money("available-balance", currency)
            },
            balanceDate: optional(of: owner) { () throws(FieldFault) in
                try account.instant("balance-date")
            },
            transactions: list("transactions", of: .transaction, in: account, of: owner) {
                $0.readTransaction($1, currency, of: owner)
            },
            holdings: readHoldings(account, of: owner))
    }

    private mutating func readInstitutionKey(
        _ account: FieldReader, accountID: String
    ) -> String? {
        let connection = optional(of: Owner(accountID: accountID)) { () throws(FieldFault) in
            try account.exactText("conn_id")
        }
        if let connection = firstText([connection]) { return connection }
        return account.object["org"].flatMap { readOrganization($0, accountID: accountID) }
    }

    private mutating func readTransaction(
        _ value: JSONValue, _ currency: Currency, of owner: Owner
    ) -> BankTransaction? {
        guard value.isObject else {
            reject(
                .transaction, FieldFault(".", .wrongType), of: owner,
                raw: value.written(limit: Self.bytesKept))
            return nil
        }
        let transaction = FieldReader(object: value)
        do throws(FieldFault) {
            let posted = try transaction.epoch("posted")
            let saysPending = try transaction.flag("pending")
            return BankTransaction(
                id: try transaction.requiredID("id"),
                posted: posted == 0 ? nil : posted,
                transactedAt: try transaction.instant("transacted_at"),
                isPending: saysPending || posted == 0,
                amount: try transaction.requiredMoney("amount", currency),
                description: try transaction.text("description") ?? "",
                payee: try transaction.text("payee"),
                memo: try transaction.text("memo"),
                merchantCategoryCode: try transaction.exactText("mcc"))
        } catch {
            reject(
                .transaction, error, of: owner, transactionID: readableID(of: transaction),
                raw: value.written(limit: Self.bytesKept))
            return nil
        }
    }

    private mutating func readHoldings(
        _ account: FieldReader, of owner: Owner
    ) -> [Holding]? {
        let holdings = list("holdings", of: .holding, in: account, of: owner) {
            $0.readHolding($1, of: owner)
        }
        return account.object["holdings"]?.elements == nil ? nil : holdings
    }

    private mutating func readHolding(_ value: JSONValue, of owner: Owner) -> Holding? {
        guard value.isObject else {
            reject(.holding, FieldFault(".", .wrongType), of: owner)
            return nil
        }
        let holding = FieldReader(object: value)
        return attempt(.holding, of: owner) { () throws(FieldFault) in
            Holding(
                id: try holding.exactText("id"),
                created: try holding.instant("created"),
                currencyCode: try holding.text("currency")?.asCurrencyCode,
                symbol: try holding.label("symbol"),
                description: try holding.label("description"),
                shares: try holding.exactText("shares"),
                marketValue: try holding.exactText("market_value"),
                purchasePrice: try holding.exactText("purchase_price"),
                costBasis: try holding.exactText("cost_basis"))
        }
    }

    // MARK: Rejecting unreadable entries

    /// The account that an entry belongs to, as far as known.
    private struct Owner: Hashable {
        let accountID: ExactText?
        let institutionKey: ExactText?

        init(accountID: String? = nil, institutionKey: String? = nil) {
            self.accountID = accountID.map(ExactText.init)
            self.institutionKey = institutionKey.map(ExactText.init)
        }
    }

    private mutating func attempt<Value>(
        _ subject: RejectedEntry.Subject, of owner: Owner = Owner(),
        _ read: () throws(FieldFault) -> Value
    ) -> Value? {
        do {
            return try read()
        } catch {
            reject(subject, error, of: owner)
            return nil
        }
    }

    /// Reads an optional field of an account.
    private mutating func optional<Value>(
        of owner: Owner, _ read: () throws(FieldFault) -> Value?
    ) -> Value? {
        attempt(.account, of: owner, read) ?? nil
    }

    /// The readable entries of a list.
    private mutating func list<Entry>(
        _ name: StaticString, of subject: RejectedEntry.Subject, in reader: FieldReader? = nil,
        of owner: Owner = Owner(), _ read: (inout Self, JSONValue) -> Entry?
    ) -> [Entry] {
        let reader = reader ?? fields
        let elements = attempt(subject, of: owner) { () throws(FieldFault) in
            try reader.list(name)
        }
        var entries: [Entry] = []
        guard let elements = elements ?? nil else { return entries }
        for element in elements {
            if let entry = read(&self, element) { entries.append(entry) }
        }
        return entries
    }

    private mutating func reject(
        _ subject: RejectedEntry.Subject, _ fault: FieldFault, of owner: Owner = Owner(),
        transactionID: String? = nil, raw: String = ""
    ) {
        rejected.append(
            RejectedEntry(
                subject: subject, institutionKey: owner.institutionKey?.text,
                accountID: owner.accountID?.text, transactionID: transactionID, field: fault.field,
                reason: fault.reason, raw: raw))
    }

    /// The part of an unreadable entry that is kept.
    private static let bytesKept = 1000

    private func readableID(of transaction: FieldReader) -> String? {
        guard let id = transaction.object["id"], id.isText || id.isNumber else { return nil }
        let text = id.text
        return text.isEmpty ? nil : text
    }
}

/// The first string that is present and not blank.
private func firstText(_ texts: [String?]) -> String? {
    for case let text? in texts where !text.allSatisfy(\.isWhitespace) { return text }
    return nil
}

extension String {
    /// A currency code without invisible characters and surrounding space. It stays
    /// the same whichever of them the bank sends, and however it is stored.
    var asCurrencyCode: String {
        if utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { return self }
        let seen = unicodeScalars.filter { !$0.isNeverSeen }
        let rest = seen.drop { $0.properties.isWhitespace }
        guard let last = rest.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        return String(rest[...last])
    }
}

extension Unicode.Scalar {
    fileprivate var isNeverSeen: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
