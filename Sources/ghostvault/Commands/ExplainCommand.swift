import ArgumentParser
import Engine
import Vault

struct ExplainCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show why a transaction is classified as it is.",
        discussion: """
            Prints what holds and who decided it, then every stage of the pipeline: what it said, \
            and what it would have said had no earlier stage decided.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(
        help: ArgumentHelp(
            "The transaction's number, as \"transactions\" shows it.", valueName: "id"))
    var number: ListedNumber

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let id = number.value
        guard let transaction = try engine.vault.transaction(id) else {
            throw EngineError.noSuchTransaction(id)
        }
        let partner = try transaction.partner.flatMap { try engine.vault.transaction($0) }
        let (trace, leftOut) = try engine.trace(id)
        let formerIDs = try engine.vault.formerBankIDs(of: id)
        let view = ExplainView(
            screen: screen, accounts: try engine.vault.accounts(),
            reasons: try ReasonWords(engine, about: [id]))
        if output.json {
            try view.showJSON(transaction, formerIDs: formerIDs, trace)
        } else {
            try view.show(
                transaction, partner: partner, formerIDs: formerIDs,
                missingSince: try engine.vault.missingSince(id), trace)
        }
        try RuleProblemsView(screen: screen).show(leftOut)
        if !leftOut.isEmpty { throw PartialResult(.rules) }
    }
}
