import Model

/// A part of the household's life that leaves entries in its accounts.
protocol Routine: Sendable {
    /// Adds what a month brings. May look at the balances of the end of the
    /// last month and at nothing later.
    func live(through month: CalendarMonth, in ledger: inout Ledger)
}
