import Configuration
import Engine
import Insights
import Model
import Terminal
import Vault

/// A warning about figures before the first pass.
///
/// Until then debts would count as assets, and nothing as income.
struct UnclassifiedView {
    let screen: Screen

    /// Shows the warning in place of figures.
    ///
    /// - Parameter asTable: whether people read the figures; else they follow anyway, and the
    ///   warning goes to standard error.
    /// - Returns: whether to show figures.
    func allowsFigures(
        of vault: Vault, asTable: Bool = true, afterLine: Bool = false
    ) throws -> Bool {
        guard try !vault.wasClassified() else { return true }
        guard asTable else {
            try warnOfFigures(of: vault)
            return true
        }
        if afterLine { try screen.print() }
        try screen.print(
            "New transactions are not classified yet, so there are no figures: \(Self.remedy)",
            .warning)
        return false
    }

    /// Warns about figures that are shown anyway.
    func warnOfFigures(of vault: Vault) throws {
        guard try !vault.wasClassified() else { return }
        try screen.warn(
            "New transactions are not classified yet, so types and figures may be wrong: "
                + "\(Self.remedy)")
    }

    private static let remedy = "ghostvault sync, or ghostvault apply-rules"
}

/// A notice about accounts in other currencies, which no total includes.
struct CurrenciesView {
    private var screen: Screen
    private let engine: Engine
    private let apart: UnconvertedCurrencies?
    private let mistake: Failure?

    /// Reports an error in the rates at once, on standard error: figures don't need them.
    init(screen: Screen, of engine: Engine) throws {
        self.screen = screen
        self.engine = engine
        do {
            apart = try engine.currenciesApart()
            mistake = nil
        } catch let error as ConfigurationError {
            apart = nil
            mistake = Failure(error)
        }
        if let mistake { try screen.report(mistake) }
    }

    /// The same on another screen, which doesn't get the error.
    func on(_ screen: Screen) -> CurrenciesView {
        var view = self
        view.screen = screen
        return view
    }

    /// The maximum number of accounts to name; the rest are counted.
    private static let mostNamed = 3

    /// Ends the command with a configuration error's exit status, if there was one.
    func throwIfIncomplete() throws {
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
        if let mistake { throw PartialResult(mistake.status) }
    }

    func show() throws {
        guard let apart else { return }
        let usual = apart.usual.code
        var names = apart.accounts.prefix(Self.mostNamed).map { "\($0.name) (\($0.currency.code))" }
        let others = apart.accounts.count - names.count
        if others > 0 { names.append(Count.text(others, "other")) }
        let list = [names.dropLast().joined(separator: ", "), names.last ?? ""]
            .filter { !$0.isEmpty }.joined(separator: " and ")
        let verb = apart.accounts.count == 1 ? "is" : "are"
        try screen.print()
        try screen.print(
            SafeText.neutralised(
                "\(list) \(verb) not part of the totals in \(usual): each currency has its own."),
            .muted)
        try screen.print(
            SafeText.neutralised(
                "Without a rate in config/rates.toml, transfers to and from \(usual) are "
                    + "recognised only by their text."), .muted)
    }
}

/// A notice about the day of old balances, on which figures rest.
struct OldBalancesView {
    let screen: Screen
    let engine: Engine

    /// - Parameter today: the day of the figures.
    func show(on today: CalendarDay, afterLine: Bool = false) throws {
        guard let words = try Self.words(of: engine, on: today) else { return }
        if afterLine { try screen.print() }
        try screen.print(SafeText.neutralised(words), .warning)
    }

    /// Nil if no balance is old.
    static func words(of engine: Engine, on today: CalendarDay) throws -> String? {
        guard let old = OldBalances(among: try engine.vault.accounts(), on: today) else {
            return nil
        }
        let day = old.day.words(on: today)
        if old.accounts.count > 1, !old.areAllOfOneDay {
            return "\(old.accounts.count) of \(old.known) balances are old, the oldest of \(day): "
                + "ghostvault accounts"
        }
        let subject =
            old.accounts.count == 1 && old.known > 1
            ? "The balance of \(old.accounts[0].name) is" : "Balances are"
        return "\(subject) of \(day); no newer one has come" + (try remedy(for: old, engine))
    }

    /// The command that helps, after a colon; empty if the bank itself sends an old balance.
    private static func remedy(for old: OldBalances, _ engine: Engine) throws -> String {
        let used = Set(old.accounts.map(\.connection))
        let connections = try engine.vault.connections()
            .filter { used.contains($0.id) && $0.kind == .simplefin }
        let needsPerson = try engine.vault.institutionHealth()
            .contains { used.contains($0.connection) && !$0.isWell }
        let syncs = try connections.map { try LastSyncs(of: $0, in: engine) }
        if needsPerson || syncs.contains(where: { $0.laterTry != nil }) {
            return ": ghostvault status"
        }
        let isBehind = syncs.contains { sync in
            guard let answered = sync.answered else { return true }
            let heard = ProgramContext.current.zone.day(at: answered.startedAt)
            return heard <= old.day.adding(days: 1)
        }
        return isBehind ? ": ghostvault sync" : ""
    }
}

/// Debts whose signs may be reversed, so that they count as assets or their purchases as
/// income.
struct ReversedDebtsView {
    let screen: Screen

    /// Shows a summary, for a page of figures.
    func show(of vault: Vault, afterLine: Bool = false) throws {
        let debts = try vault.reversedDebts()
        guard let first = debts.first else { return }
        if afterLine { try screen.print() }
        guard debts.count > 1 else {
            let what =
                first.hasPositiveBalance
                ? "\(first.account.name) is a debt with a positive balance, which is taken off your "
                    + "debts. If you owe it:"
                : "Purchases on \(first.account.name) count as incoming, because they are "
                    + "positive. If they are purchases:"
            return try warn("\(what) \(first.remedy)")
        }
        let names = debts.prefix(Self.mostNamed).map(\.account.name)
        let others = debts.count - names.count
        let list = names.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
        try warn(
            "\(debts.count) debts seem to have their signs reversed (\(list)). "
                + "To fix this: ghostvault accounts")
    }

    /// Shows each debt with what to do.
    func show(_ debts: [ReversedDebt]) throws {
        for debt in debts {
            let name = debt.account.name
            let what =
                switch (debt.hasPositiveBalance, debt.hasPositivePurchases) {
                case (true, true):
                    "\(name) is a debt, but its balance and purchases are positive. So its balance "
                        + "is taken off your debts, and its purchases count as incoming."
                case (false, true):
                    "Purchases on \(name) are positive, so they count as incoming."
                case (_, false):
                    "\(name) is a debt, but its balance is positive, so it is taken off your debts."
                }
            try warn("\(what) If its bank reports debts this way: \(debt.remedy)")
        }
    }

    private static let mostNamed = 3

    private func warn(_ text: String) throws {
        try screen.print(SafeText.neutralised(text), .warning)
    }
}

extension ReversedDebt {
    /// The command that corrects the signs.
    fileprivate var remedy: String {
        "ghostvault accounts reverse \(account.id)" + (hasPositiveBalance ? " --balance" : "")
            + (hasPositivePurchases ? " --transactions" : "")
    }
}

/// A warning about spending on cards that aren't connected, or that the person left out.
struct UncountedCardsView {
    let screen: Screen

    func show(_ cards: [UncountedCards], afterLine: Bool = false) throws {
        for (words, areLeftOut) in [("aren't connected", false), ("you don't count", true)] {
            let own = cards.filter { $0.areLeftOut == areLeftOut }
            guard !own.isEmpty else { continue }
            if afterLine { try screen.print() }
            let paid = own.map(\.paid.text).joined(separator: " and ")
            try screen.print(
                SafeText.neutralised(
                    "\(paid) went to cards that \(words); their purchases aren't in these figures"),
                .warning)
        }
    }
}

/// A warning about figures that depend on uncertain transfers.
struct TransfersInDoubtView {
    let screen: Screen

    /// - Parameter afterLine: whether to print an empty line first.
    func show(_ transfers: [DoubtfulTransfer], afterLine: Bool = false) throws {
        guard !transfers.isEmpty else { return }
        if afterLine { try screen.print() }
        let verb = transfers.count == 1 ? "is" : "are"
        try screen.print(
            "\(Count.text(transfers.count, "possible transfer")) \(verb) uncertain: "
                + "ghostvault transfers --review", .warning)
    }
}
