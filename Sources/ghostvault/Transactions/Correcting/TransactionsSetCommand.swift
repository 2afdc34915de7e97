import ArgumentParser
import Engine
import Model
import Terminal
import Vault

struct TransactionsSetCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Correct transactions.",
        discussion: """
            Only the attributes that you name change. A category also applies to later spending \
            at the payee that has none or a guess; what a list or code decides follows once you \
            have corrected two, and most of them. The command asks about earlier spending; \
            --past, --from-now-on and --only answer in advance. A correction takes precedence \
            over guesses and your earlier rules; rules that you make later take precedence over \
            it. "ghostvault undo" reverts the command, --unset one correction, and --clear all of \
            them.

            Examples:
              ghostvault transactions set 12 --category groceries
              ghostvault transactions set 12 --category groceries --all-from-payee
              ghostvault transactions set 12 --category entertainment --only
              ghostvault transactions set 12 13 --class transfer --note "to the old account"
              ghostvault transactions set 12 --class ignore
              ghostvault transactions set 12 --loan Sam
              ghostvault transactions set 12 --unset category --untag work
              ghostvault transactions set last --category dining
              ghostvault transactions set --text delta --month last --tag trip
              ghostvault transactions set 12 --clear
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(
        help: ArgumentHelp(
            "The transactions' numbers from \"transactions\"; last is the newest.",
            discussion: """
                Separate several with spaces or commas. Without numbers, the filters select them; \
                without filters, you pick from a list.
                """, valueName: "ids"),
        transform: ListedNumbers.init(argument:))
    var numbers: [ListedNumbers] = []

    @OptionGroup var filters: TransactionFilters

    @Option(help: "Filter: only this class.")
    var ofClass: TransactionClass?

    @Option(help: "Filter: only this category.")
    var ofCategory: String?

    @Option(help: "Filter: only this payee.")
    var ofPayee: String?

    @Option(help: "Filter: only this tag.")
    var withTag: [TagList] = []

    @Flag(help: "Change what the filters find without asking.")
    var yes = false

    @Option(
        name: .customLong("class"),
        help: "The class; ignored transactions count in no figure.")
    var transactionClass: TransactionClass?

    @Option(help: "The category: its id, its name or part of it.")
    var category: String?

    @Option(help: "The lens: need, want or saving.")
    var lens: Lens?

    @Option(help: "The payee to show.")
    var payee: String?

    @Option(help: "The person whose loan it belongs to.")
    var loan: String?

    @Option(help: "A note; an empty one removes yours.")
    var note: String?

    @Option(help: "A tag to add; repeatable.")
    var tag: [TagList] = []

    @Option(help: "A tag of yours to remove; repeatable.")
    var untag: [TagList] = []

    @Option(
        help: ArgumentHelp(
            "A correction to take back; repeatable.", valueName: "part"))
    var unset: [CorrectionPart] = []

    @Flag(
        inversion: .prefixedNo, exclusivity: .exclusive,
        help: "Whether to leave it out of every figure.")
    var exclude: Bool?

    @Flag(help: "Take back all corrections.")
    var clear = false

    @Flag(
        help: "Make a rule for all transactions of the payee. Notes and other corrections stay.")
    var allFromPayee = false

    @Flag(help: "Change earlier and later spending at the payee too.")
    var past = false

    @Flag(help: "Change later spending at the payee too.")
    var fromNowOn = false

    @Flag(help: "Leave other spending at the payee as it is.")
    var only = false

    func validate() throws {
        guard numbers.isEmpty || !selection.isFiltered else {
            throw ValidationError("Give numbers or filters, not both.")
        }
        guard !numbers.isEmpty || selection.isFiltered || Conversation.isPossible else {
            throw ValidationError(
                "Give transactions: numbers such as 870 871, or filters such as --text, "
                    + "--of-payee, --month and --where.")
        }
        try selection.validate()
        guard clear || !dropped.isEmpty || !untag.isEmpty || !correction.isEmpty else {
            throw ValidationError("Give something to set, such as --category dining, or --clear.")
        }
        guard !allFromPayee || !correction.isEmpty else {
            throw ValidationError("--all-from-payee needs something to set, such as --category.")
        }
        let reaches = [
            ("--all-from-payee", allFromPayee), ("--past", past), ("--from-now-on", fromNowOn),
            ("--only", only),
        ].filter(\.1).map(\.0)
        guard reaches.count < 2 else {
            throw ValidationError("Give only one of \(reaches.joined(separator: " and ")).")
        }
        guard category != nil || allFromPayee || reaches.isEmpty else {
            throw ValidationError("\(reaches[0]) needs a --category.")
        }
        guard !allFromPayee || set != [.note] else {
            throw ValidationError(
                "A note stays on the named transactions; --all-from-payee needs something else to "
                    + "set, such as --category.")
        }
        guard !clear || (dropped.isEmpty && untag.isEmpty) else {
            throw ValidationError(
                "--clear already takes back everything, including notes and tags.")
        }
        if let part = unset.first(where: { set.contains($0) }) {
            throw ValidationError("\(part.rawValue) can't be both set and unset.")
        }
        guard Set(tag.tags).isDisjoint(with: untag.tags) else {
            throw ValidationError("A tag can't be both added and removed.")
        }
        let texts =
            [("--payee", payee), ("--loan", loan), ("--note", correction.note)]
            + tag.tags.map { ("--tag", $0) }
        for (option, text) in texts { try OneLine.check(text, of: option) }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        var correction = correction
        correction.category = try category.map { try engine.categories().meant(by: $0) }
        guard let chosen = try chosenNumbers(engine, on: screen) else { return }
        var others: OthersAtPayee?
        if !allFromPayee, !output.json, correction.reach == .usual {
            others = try engine.others(atPayeesOf: chosen, by: correction)
            if Conversation.isPossible, let asked = others, !asked.earlier.isEmpty {
                correction.reach = try Carrying(asked, screen, engine).reach()
                others = nil
            }
        }
        let report = try engine.correct(
            chosen,
            CorrectionChange(clears: clear, dropped: dropped, droppedTags: untag.tags, correction),
            asRule: allFromPayee)
        let view = ClassifyView(screen: screen, engine: engine)
        if output.json {
            try view.showJSON(Self.report, report.rules, report.classified)
        } else {
            for rule in report.rules {
                try screen.print(
                    SafeText.neutralised(
                        "Created a rule for \"\(rule.payee)\", which matches "
                            + Count.text(rule.matches, "transaction")))
                guard !rule.kept.isEmpty else { continue }
                let numbers = rule.kept.prefix(Self.mostKept).map(String.init)
                try screen.print(
                    "Your other corrections stay: \(numbers.joined(separator: ", "))"
                        + (rule.kept.count > numbers.count
                            ? " and \(rule.kept.count - numbers.count) more" : ""))
            }
            try view.showEffect(report.classified)
            if let category = correction.category, !allFromPayee {
                try tellOfOtherClasses(chosen, category, engine, on: screen)
            }
            if report.learned > 0, correction.reach == .usual {
                try screen.print(
                    "\(Count.text(report.learned, "other")) at the payee changed too; with --only "
                        + "none would.", .muted)
            }
            if let others {
                try Carrying(others, screen, engine).tellOfRest(changed: report.learned)
            }
            if let category = correction.category, !allFromPayee, correction.reach == .usual {
                try LaterView(screen: screen).show(
                    try engine.laterSpending(like: chosen, category: category))
            }
        }
        if let status = report.classified.exitStatus { throw PartialResult(status) }
    }

    /// Says which transactions a category was set for that no sum of it has.
    private func tellOfOtherClasses(
        _ chosen: [Int64], _ category: String, _ engine: Engine, on screen: Screen
    ) throws {
        guard try engine.categories()[category]?.type == .expense else { return }
        let records = try engine.vault.transactions(numbered: Set(chosen)).values
        for kind in [TransactionClass.income, .transfer, .ignore] {
            let count = records.count { $0.verdict?.transactionClass.value == kind }
            guard count > 0 else { continue }
            let word = kind == .ignore ? "ignored" : kind == .transfer ? "a transfer" : "income"
            let (them, are) = count == 1 ? ("it", "It is") : ("them", "\(count) are")
            try screen.print(
                "\(are) \(word) and in no sum of spending; --class expense puts \(them) there.",
                .muted)
        }
    }

    static var report: Report<Effect<[PayeeRule]>> {
        ClassifyView.report(
            "transactions set",
            .list(
                "rules", "The rules made by `--all-from-payee`, one per payee.", rules
            ) { $0 })
    }

    private static var rules: [Field<PayeeRule>] {
        [
            .value("payee", "The payee, however the bank writes it.") { $0.payee },
            .value("matches", "How many transactions the rule holds for.") { $0.matches },
            .value("kept", "How many transactions keep your earlier corrections.") {
                $0.kept.count
            },
        ]
    }

    private static let mostKept = 5

    private var selection: TransactionSelection {
        TransactionSelection(
            filters: filters, transactionClass: ofClass, category: ofCategory, tags: withTag.tags,
            payee: ofPayee)
    }

    /// The transactions to change; nil if the person disagrees.
    private func chosenNumbers(_ engine: Engine, on screen: Screen) throws -> [Int64]? {
        guard numbers.isEmpty else {
            return try numbers.flatMap(\.values).map { try vault.number($0, in: engine) }
        }
        guard selection.isFiltered else {
            let picker = TransactionPicker(
                screen: screen, engine: engine, lastDay: try vault.lastDay())
            let picked = try picker.pick("Which transactions?")
            if picked == nil { try screen.note("Nothing was changed.") }
            return picked
        }
        let query = try selection.query(
            engine, asOf: try vault.moment().today, through: try vault.lastDay())
        let records = try engine.vault.transactions(query)
        guard !records.isEmpty else {
            throw NothingToChange(
                reason: try NothingFoundWords(engine: engine).text(of: query, isFiltered: true))
        }
        guard !yes else { return records.map(\.id) }
        let count = Count.text(records.count, "transaction")
        for record in records.prefix(Self.mostShown) {
            try screen.note(
                SafeText.neutralised(
                    "  \(record.id)  \(record.day)  \(record.payee)  \(record.amount.text)"))
        }
        if records.count > Self.mostShown {
            try screen.note("  and \(records.count - Self.mostShown) more")
        }
        guard try Confirmation.ask("Change \(count)?", on: screen) else {
            try screen.note("Nothing was changed.")
            return nil
        }
        return records.map(\.id)
    }

    private static let mostShown = 5

    private var dropsNote: Bool { note?.isEmpty == true }

    private var dropped: Set<CorrectionPart> { Set(unset).union(dropsNote ? [.note] : []) }

    /// The parts that the command sets.
    private var set: Set<CorrectionPart> {
        Set(CorrectionPart.allCases.filter { $0.isSet(in: correction) })
    }

    private var correction: Correction {
        Correction(
            class: transactionClass, category: category, lens: lens, payee: payee,
            loan: loan, note: dropsNote ? nil : note, tags: tag.tags, excluded: exclude,
            reach: past ? .past : fromNowOn ? .onward : only ? .alone : .usual)
    }
}

/// The filters of a command that changes transactions find none.
struct NothingToChange: Error {
    let reason: String
}
