import Model
import Vault

let dollars = Currency(code: "USD", exponent: 2)

/// A day that the calendar has, as tests write it.
func day(_ year: Int, _ month: Int, _ number: Int) -> CalendarDay {
    CalendarMonth(year: year, month: month).firstDay.adding(days: number - 1)
}

/// 2025-03-01, 00:00 UTC.
let firstOfMarch: Int64 = 1_740_787_200

func transaction(
    _ id: String, _ amount: Int64 = -1000, on day: CalendarDay = day(2025, 3, 9),
    description: String = "COFFEE", payee: String = "", memo: String = "", code: String = "",
    isPending: Bool = false
) -> ReceivedTransaction {
    ReceivedTransaction(
        bankID: id, day: day, amount: amount, description: description, payee: payee, memo: memo,
        merchantCode: code, isPending: isPending,
        postedAt: isPending ? nil : day.secondsSinceEpoch + 43_200,
        transactedAt: day.secondsSinceEpoch + 43_200)
}

func account(
    _ bankID: String = "A1", at institution: String = "bank", named name: String? = nil,
    currency: Currency = dollars,
    balance: ReceivedBalance? = nil, coverage: Range<CalendarDay>? = nil,
    asked: Range<CalendarDay>? = nil, unreadable: Set<ExactText> = [],
    _ transactions: [ReceivedTransaction] = []
) -> ReceivedAccount {
    ReceivedAccount(
        institutionKey: institution, bankID: bankID, name: name ?? "Account \(bankID)",
        currency: currency, balance: balance, transactions: transactions, coverage: coverage,
        asked: asked, unreadable: unreadable)
}

func account(_ transactions: [ReceivedTransaction]) -> ReceivedAccount {
    account("A1", transactions)
}

/// The error that a call throws, or nil.
func failure(of call: () throws -> some Any) -> VaultError? {
    do {
        _ = try call()
        return nil
    } catch {
        return error as? VaultError
    }
}

extension Vault {
    /// All transactions, in the order in which they arrived.
    func everything() throws -> [TransactionRecord] {
        try transactions(TransactionQuery()).sorted { $0.id < $1.id }
    }
}
