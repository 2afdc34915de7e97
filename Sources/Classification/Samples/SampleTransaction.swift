public import Model

/// A transaction that somebody made up to try rules on.
public struct SampleTransaction: Hashable, Sendable {
    public var description = ""
    /// Whom it names; empty to have that read from the other texts.
    public var payee = ""
    /// Empty where the bank names none; rules then see the description.
    public var bankPayee = ""
    public var memo = ""
    /// ISO 18245's four digits, or empty.
    public var merchantCode = ""
    /// Minor units of the currency; positive is money that came in.
    public var amount: Int64 = -10_00
    /// 2025-01-15 where nothing else is said.
    public var day = CalendarDay(daysSinceEpoch: 20_103)
    public var account = "Checking"
    public var accountType = AccountType.checking
    public var institution = "Bank"
    public var currency = Currency(code: "USD")
    public var isPending = false
    /// The tags that the person gave it.
    public var tags: [String] = []
    /// The note that the person gave it; empty where there is none.
    public var notes = ""

    /// Makes a sample of 10 dollars that went out of a checking account.
    public init(description: String = "") {
        self.description = description
    }

    /// A snapshot of samples, numbered from 1 in their order.
    ///
    /// - Parameters:
    ///   - samples: Those of one account's name, institution, type and currency
    ///     are of one account.
    ///   - today: the day that counts as today; without it the latest of the
    ///     samples' days.
    public static func snapshot(
        of samples: [SampleTransaction], asOf today: CalendarDay? = nil
    ) -> Snapshot {
        var texts = TextTable()
        var accounts: [AccountFacts] = []
        let transactions = samples.enumerated().map { position, sample in
            let bankPayee = texts.id(
                of: sample.bankPayee.isEmpty ? sample.description : sample.bankPayee)
            return TransactionFacts(
                id: Int64(position + 1), amount: sample.amount, day: sample.day,
                account: sample.accountPosition(in: &accounts),
                description: texts.id(of: sample.description),
                payee: sample.payee.isEmpty ? bankPayee : texts.id(of: sample.payee),
                bankPayee: bankPayee,
                memo: texts.id(of: sample.memo), merchantCode: texts.id(of: sample.merchantCode),
                isPending: sample.isPending)
        }
        return Snapshot(
            asOf: today ?? samples.map(\.day).max() ?? SampleTransaction().day,
            accounts: accounts, transactions: transactions, texts: texts,
            decisions: Decisions(corrections: corrections(of: samples)))
    }

    private static func corrections(of samples: [SampleTransaction]) -> [Int64: Correction] {
        var corrections: [Int64: Correction] = [:]
        for (position, sample) in samples.enumerated() {
            let given = Correction(
                note: sample.notes.isEmpty ? nil : sample.notes, tags: sample.tags)
            if !given.isEmpty { corrections[Int64(position + 1)] = given }
        }
        return corrections
    }

    private func accountPosition(in accounts: inout [AccountFacts]) -> Int32 {
        let known = accounts.firstIndex {
            $0.name == account && $0.institution == institution && $0.type == accountType
                && $0.currency == currency
        }
        if let known { return Int32(known) }
        accounts.append(
            AccountFacts(
                id: Int64(accounts.count + 1), name: account, institution: institution,
                type: accountType, currency: currency))
        return Int32(accounts.count - 1)
    }
}
