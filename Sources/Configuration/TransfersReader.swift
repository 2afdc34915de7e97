internal import Classification
internal import Model
internal import Rules

extension ConfigurationFiles {
    /// - Parameter rulebooks: a cache by file name; the merchants' rules are added.
    func transferSettings(
        _ name: String, categories: CategoryTree, _ rulebooks: inout [String: Rulebook]
    ) throws(ConfigurationError) -> TransferSettings {
        let shipped = compiled(.transfers, name, categories) { reader in (reader.text(), reader) }
        if case (let merchants, var reader)? = shipped {
            return TransferSettings(
                from: &reader,
                merchants: try rulebook(of: merchants, categories: categories, &rulebooks))
        }
        let file = try decode(TransfersFile.self, from: name)
        func mistake(_ message: String) -> ConfigurationError {
            ConfigurationError(file: "config/\(name)", message)
        }
        guard (0...31).contains(file.maximum_days) else {
            throw mistake("maximum_days must be 0 to 31")
        }
        let returnDays = file.return_days ?? 0
        guard (0...31).contains(returnDays) else { throw mistake("return_days must be 0 to 31") }
        let tolerance = file.rate_tolerance_percent ?? 3
        guard tolerance >= 0, tolerance <= 20 else {
            throw mistake("rate_tolerance_percent must be 0 to 20")
        }
        let lists = [
            file.words, file.contradictions, file.payment_words ?? [], file.plain_words ?? [],
            file.peer_services ?? [], file.holders ?? [], file.cash_words ?? [],
            file.recipient_words ?? [], file.sender_words ?? [], file.name_suffixes ?? [],
            file.nameless_words ?? [], file.reversal_words ?? [], file.drawn_words ?? [],
            file.check_words ?? [], file.place_words ?? [], file.loan_words ?? [],
            file.card_credit_words ?? [],
            file.credit_transfer_words ?? [],
            (file.banks ?? []).flatMap(\.self), (file.exchange_services ?? []).flatMap(\.self),
            (file.card_services ?? []).flatMap { [$0.name] + $0.cards },
        ]
        guard !lists.joined().contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
            throw mistake("a list of words can't have an empty text, which is everywhere")
        }
        func anyWord(_ words: [String]) -> [Condition] {
            words.map { .text(.anyText, .containsWord($0)) }
        }
        let merchants = try rulebook(of: file.merchants, categories: categories, &rulebooks)
        let rates = try rates(of: file)
        do throws(RulebookError) {
            return try TransferSettings(
                maximumDays: file.maximum_days, returnDays: returnDays,
                wording: .any(
                    anyWord(file.words) + [.text(.merchantCode, .oneOf(file.merchant_codes))]),
                paymentWording: .any(anyWord(file.payment_words ?? [])),
                purchases: .any(
                    (file.purchase_patterns ?? []).map { .text(.anyText, .matches($0)) }),
                contradictions: .any(anyWord(file.contradictions)), merchants: merchants,
                words: TransferSettings.Words(
                    peerServices: file.peer_services ?? [],
                    cardServices: (file.card_services ?? []).map {
                        TransferSettings.CardService(name: $0.name, cards: $0.cards)
                    },
                    holders: file.holders ?? [],
                    recipientWords: file.recipient_words ?? [],
                    senderWords: file.sender_words ?? [],
                    nameSuffixes: file.name_suffixes ?? [],
                    plain: file.plain_words ?? [],
                    creditTransfers: file.credit_transfer_words ?? [],
                    nameless: file.allNamelessWords,
                    reversals: file.reversal_words ?? [], drawn: file.drawn_words ?? [],
                    checks: file.check_words ?? [], places: file.place_words ?? [],
                    loanMovements: file.loan_words ?? [],
                    cardCredits: file.card_credit_words ?? [],
                    cash: file.cash_words ?? [],
                    cashAccounts: file.cash_accounts ?? [], banks: file.banks ?? [],
                    commonNames: file.common_names ?? [],
                    exchangeServices: file.exchange_services ?? []),
                rates: rates, rateTolerance: Int((tolerance * 10).rounded()))
        } catch {
            throw mistake(
                error.problems.map { "a word can't be looked for: \($0.kind)" }
                    .joined(separator: "; "))
        }
    }

    /// The exchange rates of a transfers file.
    func transferRates(_ name: String) throws(ConfigurationError) -> CurrencyRates {
        try rates(of: decode(TransfersFile.self, from: name))
    }

    /// The files that a transfers file names.
    func transferFiles(
        _ name: String
    ) throws(ConfigurationError) -> (merchants: String, rates: String?) {
        let file = try decode(TransfersFile.self, from: name)
        return (file.merchants, file.rates)
    }

    private func rates(of file: TransfersFile) throws(ConfigurationError) -> CurrencyRates {
        guard let name = file.rates else { return .none }
        return try currencyRates(in: name)
    }
}

private struct TransfersFile: Decodable {
    let maximum_days: Int
    /// Days within which a transfer may be returned.
    let return_days: Int?
    /// Words that mark a transfer.
    let words: [String]
    /// Words that mark a transfer if a card or loan receives it.
    let payment_words: [String]?
    /// Words that name nobody.
    let plain_words: [String]?
    /// Words for a credit transfer, which goes to anybody.
    let credit_transfer_words: [String]?
    /// Boilerplate around the name of the other party.
    let nameless_words: [String]?
    /// Codes of ISO 18245 for money movements.
    let merchant_codes: [String]
    /// Words that rule a transfer out.
    let contradictions: [String]
    /// Words for reversals.
    let reversal_words: [String]?
    /// Words for loan disbursements.
    let drawn_words: [String]?
    /// Regular expressions for payments to somebody through a service.
    let purchase_patterns: [String]?
    /// Words for checks.
    let check_words: [String]?
    /// Words for places where people keep their own money.
    let place_words: [String]?
    /// Words for what a loan books to itself.
    let loan_words: [String]?
    /// Words for credits on a card.
    let card_credit_words: [String]?
    let peer_services: [String]?
    /// Services that issue cards.
    let card_services: [CardService]?
    /// The names of the account holders.
    let holders: [String]?
    /// Words before the recipient, and before the sender.
    let recipient_words: [String]?
    let sender_words: [String]?
    /// Words after a name that make it another person's.
    let name_suffixes: [String]?
    /// Words for cash withdrawals.
    let cash_words: [String]?
    /// Words in the names of accounts that hold cash.
    let cash_accounts: [String]?
    /// The words for each bank.
    let banks: [[String]]?
    let common_names: [String]?
    /// The names of each service that sends money between currencies.
    let exchange_services: [[String]]?
    /// The rule file that recognises merchants.
    let merchants: String
    /// The file of exchange rates.
    let rates: String?
    let rate_tolerance_percent: Double?

    struct CardService: Decodable {
        let name: String
        let cards: [String]
    }

    /// Including the words of other lists that name nobody.
    var allNamelessWords: [String] {
        guard let nameless_words else { return [] }
        return nameless_words + words + (payment_words ?? []) + (plain_words ?? [])
            + (credit_transfer_words ?? [])
            + (peer_services ?? []) + (cash_words ?? []) + (reversal_words ?? [])
            + (drawn_words ?? [])
    }
}

extension ConfigurationFiles {
    /// The exchange rates of a file such as `rates.toml`.
    func currencyRates(in name: String) throws(ConfigurationError) -> CurrencyRates {
        let file = try decode(RatesFile.self, from: name)
        var rates: [CurrencyRates.Rate] = []
        for (position, entry) in (file.rate ?? []).enumerated() {
            func mistake(_ message: String) -> ConfigurationError {
                ConfigurationError(file: "config/\(name)", "rate \(position + 1): \(message)")
            }
            guard file.base?.isEmpty == false else {
                throw ConfigurationError(
                    file: "config/\(name)", "\"base\" is missing, the currency of the rates")
            }
            guard !entry.currency.isEmpty, entry.currency != file.base else {
                throw mistake("\"currency\" must be another currency than the base")
            }
            guard entry.value > 0.000_001, entry.value < 1_000_000_000 else {
                throw mistake("\"value\" must be above 0.000001 and below 1000000000")
            }
            let day = entry.day.map { CalendarDay($0) }
            if case .some(.none) = day {
                throw mistake("\"day\" must be a day such as \"2025-03-09\"")
            }
            rates.append(
                CurrencyRates.Rate(
                    currency: Currency(code: entry.currency), day: day ?? nil,
                    billionths: Int64((entry.value * 1_000_000_000).rounded())))
        }
        return CurrencyRates(base: file.base.map { Currency(code: $0) }, rates: rates)
    }
}

private struct RatesFile: Decodable {
    /// The base currency of the rates.
    let base: String?
    let rate: [Entry]?

    struct Entry: Decodable {
        let currency: String
        /// The first day of the rate, "2025-03-09".
        let day: String?
        /// Units of the base for one of the currency.
        let value: Double
    }
}
