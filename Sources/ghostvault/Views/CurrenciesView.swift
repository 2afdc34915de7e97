import Engine
import Model
import Terminal
import Vault

/// Tells which accounts are in no sum with the rest, and what a rate would
/// change.
struct CurrenciesView {
    let screen: Screen

    /// The others are told by their number.
    private static let mostNamed = 3

    func show(of engine: Engine) throws {
        guard let apart = try engine.currenciesApart() else { return }
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
