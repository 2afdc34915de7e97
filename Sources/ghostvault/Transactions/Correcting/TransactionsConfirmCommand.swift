import ArgumentParser
import Engine
import Terminal

struct TransactionsConfirmCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Confirm that transactions are correct.",
        discussion: """
            A confirmation teaches like a correction: the payee's other spending gets the same \
            category. The transaction keeps its category unless you correct it or one of your \
            rules sets another. "ghostvault review" goes through a whole month. "ghostvault undo" \
            reverts the command, and "transactions set --clear" a single confirmation.

            Examples:
              ghostvault transactions confirm 12
              ghostvault transactions confirm 12 13 14
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(
        help: ArgumentHelp(
            "The transactions' numbers from \"transactions\".",
            discussion: "Separate several with spaces or commas.", valueName: "ids"),
        transform: ListedNumbers.init(argument:))
    var numbers: [ListedNumbers]

    static var report: Report<Effect<Int>> {
        ClassifyView.report(
            "transactions confirm",
            .value("confirmed", "How many transactions were confirmed.") { $0 })
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let numbers = Set(try numbers.flatMap(\.values).map { try vault.number($0, in: engine) })
        let report = try engine.confirm(numbers.sorted())
        let view = ClassifyView(screen: screen, engine: engine)
        if output.json {
            try view.showJSON(Self.report, numbers.count, report)
        } else {
            try screen.print("\(Count.text(numbers.count, "transaction")) confirmed")
            try view.showEffect(report)
        }
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}
