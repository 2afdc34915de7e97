import Configuration
import Engine
import Model
import Terminal
import Vault

/// Tells which accounts are in no sum with the rest, and what a rate would
/// change.
struct CurrenciesView {
    private let screen: Screen
    private let engine: Engine
    private let apart: CurrenciesApart?
    private let mistake: Failure?

    /// Tells a mistake of the rates at once, on standard error: figures need none.
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

    /// The others are told by their number.
    private static let mostNamed = 3

    /// Ends the command as one with a mistake in its configuration, where that has one
    /// and all was shown.
    func end() throws {
        try RuleProblemsView(screen: screen).end(engine)
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
                "\(list) \(verb) in no sum of \(usual): each currency has its own."),
            .muted)
        try screen.print(
            SafeText.neutralised(
                "Without a rate in config/rates.toml, transfers to and from \(usual) are known by "
                    + "their texts alone."), .muted)
    }
}
