import ArgumentParser
import Classification
import Engine
import Model
import Terminal
import Vault

struct TransactionsSplitCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "split",
        abstract: "Split a transaction over several categories.",
        discussion: """
            Each part is a category with an amount or a share. The part with neither gets the \
            rest. In place of a category, keep is the one that the transaction has, loan:Bob is \
            what Bob owes of it, and excluded is in no figure. The parts replace the \
            transaction's category in every figure, to the cent. Like a correction, a split takes \
            precedence over guesses and your earlier rules. "ghostvault undo" reverts the command, \
            and --clear the split.

            Examples:
              ghostvault transactions split 12 shopping=30 healthcare=12.50 groceries
              ghostvault transactions split 12 shopping=30% groceries
              ghostvault transactions split 12 loan:Bob=50% keep
              ghostvault transactions split 12 --clear
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(
        help: ArgumentHelp(
            "The transaction's number from \"transactions\"; last is the newest.",
            valueName: "id"))
    var number: TransactionNumber

    @Argument(
        help: ArgumentHelp(
            "The parts: a category with =AMOUNT or =SHARE%.",
            discussion: "Amounts are in the account's currency, without a sign.",
            valueName: "parts"),
        transform: WrittenPart.init(argument:))
    var parts: [WrittenPart] = []

    @Flag(help: "Remove the split.")
    var clear = false

    func validate() throws {
        for part in parts { try OneLine.check(part.category, of: "A part") }
        guard clear != parts.isEmpty else { return }
        throw ValidationError(
            clear
                ? "--clear takes no parts."
                : "Name the parts, such as shopping=30 groceries, or give --clear.")
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let number = try vault.number(number, in: engine)
        let report: CorrectionReport
        if clear {
            report = try engine.correct([number], CorrectionChange(dropped: [.splits]))
        } else {
            let categories = try engine.categories()
            report = try engine.split(number, into: try parts.map { try $0.part(in: categories) })
        }
        let view = ClassifyView(screen: screen, engine: engine)
        let record = try engine.vault.transaction(number)
        if output.json {
            try view.showJSON(Self.report, record?.parts() ?? [], report.classified)
        } else {
            try view.showEffect(report.classified)
            if let record { try show(record, on: screen) }
        }
        if let status = report.classified.exitStatus { throw PartialResult(status) }
    }

    private func show(_ record: TransactionRecord, on screen: Screen) throws {
        guard !record.splits.isEmpty else { return }
        try screen.print()
        try screen.print("Split into", .heading)
        try screen.print(record.partsTable)
        if let decided = record.verdict?.transactionClass.value,
            decided == .transfer || decided == .ignore
        {
            try screen.print(
                "Its class is \(decided.rawValue), so its parts count in no figure.", .muted)
        }
    }

    static var report: Report<Effect<[(part: SplitPart, currency: Currency)]>> {
        ClassifyView.report(
            "transactions split",
            .list(
                "splits", "Its parts now; they add up to the amount.", TransactionRow.parts
            ) { $0 })
    }
}

/// A part as it is typed: "shopping=30", "shopping=30%", or "groceries" for the rest.
struct WrittenPart {
    /// Or what stands in its place, such as "loan:Bob".
    let category: String
    private let size: SplitPlan.Size

    /// - Throws: `ValidationError` that explains the format.
    init(argument: String) throws {
        // A category's name may contain "=".
        guard let sign = argument.lastIndex(of: "=") else {
            (category, size) = (argument, .remainder)
            return
        }
        category = String(argument[..<sign])
        let typed = argument[argument.index(after: sign)...]
        do {
            size = try SplitPlan.Size(typed: typed)
        } catch .signed {
            throw ValidationError(
                "write the amount without a sign; parts have the sign of the transaction")
        } catch {
            throw ValidationError(
                "write an amount, as in shopping=12.50, a share, as in shopping=30%, or the "
                    + "category alone for the rest" + DecimalComma.phrase(for: typed))
        }
    }

    /// - Throws: `UnknownCategory` or `AmbiguousName`.
    func part(in categories: CategoryTree) throws -> SplitPlan.Part {
        if categories[category] == nil, let part = SplitPlan.Part(typed: category, size: size) {
            return part
        }
        return SplitPlan.Part(category: try categories.meant(by: category), size: size)
    }
}

extension TransactionRecord {
    /// The parts of a split transaction, one a line.
    var partsTable: Table { TransactionRow.parts.table(parts()) }

    /// - Parameter chosen: nil for all parts.
    func parts(_ chosen: [SplitPart]? = nil) -> [(part: SplitPart, currency: Currency)] {
        (chosen ?? splits).map { (part: $0, currency: amount.currency) }
    }
}
