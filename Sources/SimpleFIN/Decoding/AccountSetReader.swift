import Model

/// Turns the JSON of an answer into values, entry by entry.
struct AccountSetReader {
    let version: AccountSet.Version
    private(set) var institutions: [Institution] = []
    private(set) var rejected: [RejectedEntry] = []
    private let fields: FieldReader
    private var knownInstitutions: Set<String> = []

    init(_ answer: JSONObject) throws(SimpleFINError) {
        guard answer["errlist"] != nil || answer["errors"] != nil else {
            throw .notAnAnswer(.noErrorList)
        }
        let hasShapeOfTwo = answer["errlist"] != nil || answer["connections"] != nil
        version = hasShapeOfTwo ? .two : .one
        fields = FieldReader(object: answer)
    }

    /// Version 2 may repeat `errlist` in the old `errors`; each text counts
    /// once.
    mutating func readMessages() -> [BridgeMessage] {
        var messages = list("errlist", of: .message).compactMap { readMessage($0) }
        var saidBefore = Set(messages.map(\.text))
        for old in list("errors", of: .message) {
            guard let message = readMessage(old), saidBefore.insert(message.text).inserted else {
                continue
            }
            messages.append(message)
        }
        return messages + readAPIMessages()
    }

    mutating func readAccounts() throws(SimpleFINError) -> [BankAccount] {
        guard case .array(let elements) = fields.object["accounts"] else {
            throw .notAnAnswer(.noAccountList)
        }
        for connection in list("connections", of: .connection) { readConnection(connection) }
        return elements.compactMap { readAccount($0) }
    }

    // MARK: Messages

    private mutating func readAPIMessages() -> [BridgeMessage] {
        let name = "x-api-message"
        if let only = fields.object[name], case .string = only {
            return [only].compactMap { readMessage($0) }
        }
        return list(name, of: .message).compactMap { readMessage($0) }
    }

    private mutating func readMessage(_ value: JSONValue) -> BridgeMessage? {
        switch value {
        case .string(let text):
            return BridgeMessage(code: nil, text: text, connectionID: nil, accountID: nil)
        case .object(let object):
            let message = FieldReader(object: object)
            return attempt(.message) { () throws(FieldFault) in
                let text = try message.text("msg")
                let textOfOlderServers = try message.text("message")
                return BridgeMessage(
                    code: try message.text("code"), text: text ?? textOfOlderServers ?? "",
                    connectionID: try message.exactText("conn_id"),
                    accountID: try message.exactText("account_id"))
            }
        default:
            reject(.message, FieldFault(field: ".", reason: .wrongType))
            return nil
        }
    }

    // MARK: Institutions

    private mutating func readConnection(_ value: JSONValue) {
        guard case .object(let object) = value else {
            return reject(.connection, FieldFault(field: ".", reason: .wrongType))
        }
        let connection = FieldReader(object: object)
        let institution = attempt(.connection) { () throws(FieldFault) in
            let key = try connection.requiredID("conn_id")
            let url = try connection.text("org_url")
            let names = [
                try connection.text("name"), try connection.text("org_name"),
                url.flatMap { WebAddress($0)?.host },
            ]
            return Institution(
                key: key, name: firstText(names) ?? key,
                organizationID: try connection.exactText("org_id"), url: url)
        }
        if let institution { add(institution) }
    }

    /// Reads the `org` of an account of version 1 and returns its key.
    private mutating func readOrganization(_ value: JSONValue, accountID: String) -> String? {
        guard case .object(let object) = value else {
            reject(.account, FieldFault(field: "org", reason: .wrongType), accountID: accountID)
            return nil
        }
        let organization = FieldReader(object: object)
        let institution = attempt(.account, accountID: accountID) {
            () throws(FieldFault) -> Institution? in
            let id = try organization.exactText("id")
            let domain = try organization.text("domain")
            let name = try organization.text("name")
            let url = try organization.text("url")
            let composed = [domain, name].compactMap { firstText([$0]) }.joined(separator: "#")
            guard let key = firstText([id, composed, url]) else { return nil }
            let host = url.flatMap { WebAddress($0)?.host }
            return Institution(
                key: key, name: firstText([name, domain, host]) ?? key, organizationID: id,
                url: url)
        }
        guard case .some(.some(let known)) = institution else { return nil }
        add(known)
        return known.key
    }

    private mutating func add(_ institution: Institution) {
        guard knownInstitutions.insert(institution.key).inserted else { return }
        institutions.append(institution)
    }

    // MARK: Accounts

    private mutating func readAccount(_ value: JSONValue) -> BankAccount? {
        guard case .object(let object) = value else {
            reject(.account, FieldFault(field: ".", reason: .wrongType))
            return nil
        }
        let account = FieldReader(object: object)
        guard let id = attempt(.account, { () throws(FieldFault) in try account.requiredID("id") })
        else { return nil }

        let code = optional(of: id) { () throws(FieldFault) in try account.text("currency") }
        let currency = Currency(code: code ?? "")
        let institutionKey = readInstitutionKey(account, accountID: id)
        let transactions = list("transactions", of: .transaction, in: account, accountID: id)
        let holdings = list("holdings", of: .holding, in: account, accountID: id)
        return BankAccount(
            id: id,
            name: optional(of: id) { () throws(FieldFault) in try account.text("name") } ?? "",
            institutionKey: institutionKey,
            currency: currency,
            balance: attempt(.account, accountID: id) { () throws(FieldFault) in
                try account.requiredMoney("balance", currency)
            },
            availableBalance: optional(of: id) { () throws(FieldFault) in
                try account.money("available-balance", currency)
            },
            balanceDate: optional(of: id) { () throws(FieldFault) in
                try account.instant("balance-date")
            },
            transactions: transactions.compactMap { readTransaction($0, currency, accountID: id) },
            holdings: holdings.compactMap { readHolding($0, accountID: id) })
    }

    private mutating func readInstitutionKey(
        _ account: FieldReader, accountID: String
    ) -> String? {
        let connection = optional(of: accountID) { () throws(FieldFault) in
            try account.exactText("conn_id")
        }
        if let connection = firstText([connection]) { return connection }
        return account.object["org"].flatMap { readOrganization($0, accountID: accountID) }
    }

    private mutating func readTransaction(
        _ value: JSONValue, _ currency: Currency, accountID: String
    ) -> BankTransaction? {
        guard case .object(let object) = value else {
            reject(
                .transaction, FieldFault(field: ".", reason: .wrongType), accountID: accountID)
            return nil
        }
        let transaction = FieldReader(object: object)
        do {
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
                .transaction, error, accountID: accountID,
                transactionID: readableID(of: transaction))
            return nil
        }
    }

    private mutating func readHolding(_ value: JSONValue, accountID: String) -> Holding? {
        guard case .object(let object) = value else {
            reject(.holding, FieldFault(field: ".", reason: .wrongType), accountID: accountID)
            return nil
        }
        let holding = FieldReader(object: object)
        return attempt(.holding, accountID: accountID) { () throws(FieldFault) in
            Holding(
                id: try holding.exactText("id"),
                created: try holding.instant("created"),
                currencyCode: try holding.text("currency"),
                symbol: try holding.text("symbol"),
                description: try holding.text("description"),
                shares: try holding.exactText("shares"),
                marketValue: try holding.exactText("market_value"),
                purchasePrice: try holding.exactText("purchase_price"),
                costBasis: try holding.exactText("cost_basis"))
        }
    }

    // MARK: Leaving out what cannot be read

    private mutating func attempt<Value>(
        _ subject: RejectedEntry.Subject, accountID: String? = nil,
        _ read: () throws(FieldFault) -> Value
    ) -> Value? {
        do {
            return try read()
        } catch {
            reject(subject, error, accountID: accountID)
            return nil
        }
    }

    /// A field of an account that may be missing.
    private mutating func optional<Value>(
        of accountID: String, _ read: () throws(FieldFault) -> Value?
    ) -> Value? {
        attempt(.account, accountID: accountID, read) ?? nil
    }

    private mutating func list(
        _ name: String, of subject: RejectedEntry.Subject, in reader: FieldReader? = nil,
        accountID: String? = nil
    ) -> [JSONValue] {
        let reader = reader ?? fields
        return attempt(subject, accountID: accountID) { () throws(FieldFault) in
            try reader.list(name)
        } ?? []
    }

    private mutating func reject(
        _ subject: RejectedEntry.Subject, _ fault: FieldFault, accountID: String? = nil,
        transactionID: String? = nil
    ) {
        rejected.append(
            RejectedEntry(
                subject: subject, accountID: accountID, transactionID: transactionID,
                field: fault.field, reason: fault.reason))
    }

    private func readableID(of transaction: FieldReader) -> String? {
        switch transaction.object["id"] {
        case .string(let text), .number(let text): text.isEmpty ? nil : text
        default: nil
        }
    }
}

/// The first text that is there and not blank.
private func firstText(_ texts: [String?]) -> String? {
    for case let text? in texts where !text.allSatisfy(\.isWhitespace) { return text }
    return nil
}
