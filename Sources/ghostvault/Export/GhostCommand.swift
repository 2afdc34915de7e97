import ArgumentParser
import Engine
import Foundation
import Insights
import Model
import Platform
import Terminal
import Vault

struct GhostCommand: ReportCommand, CommandWithWords {
    static let configuration = CommandConfiguration(
        commandName: "ghost",
        abstract: "Write figures without names, to share.",
        discussion: """
            Writes a copy of your figures for a language model or a forum. It has shares instead \
            of amounts, kinds instead of names, and no dates. A check then looks at the finished \
            text, and nothing is written unless it holds no name, amount, day or number of the \
            vault. "ghostvault docs privacy" says what it can't prove.

            Further arguments are a period and text to find, as for "ghostvault transactions". \
            Without a period, the copy has the last 12 months.

            Examples:
              ghostvault ghost
              ghostvault ghost 2025 --except hospital
              ghostvault ghost --preview
            """)

    static let takesText = true

    @OptionGroup var vault: VaultOptions
    @OptionGroup var chosen: SelectionOptions
    @OptionGroup var format: JSONOption

    @Option(
        help: ArgumentHelp(
            "Leave out transactions with this text or amount; repeatable.", valueName: "text"))
    var except: [String] = []

    @Flag(help: "List single transactions too; others who know some of them can find you.")
    var rows = false

    @Flag(help: "Name merchants that anybody knows; others who know yours can find you.")
    var merchants = false

    @Flag(help: "Show only what stands for each account and payee.")
    var preview = false

    @Option(
        help: ArgumentHelp(
            "Write this file, which only you can read, instead of standard output.",
            valueName: "file"))
    var output: String?

    @Flag(help: "Put it on the clipboard instead.")
    var copy = false

    func validate() throws {
        try selection.validate()
        guard [copy, preview, output != nil].count(where: \.self) < 2 else {
            throw ValidationError("Give one of --copy, --preview and --output.")
        }
        guard output != "" else { throw ValidationError("--output takes a file.") }
    }

    private var selection: TransactionSelection { chosen.selection(isAll: false) }

    func run(on screen: Screen, reading engine: Engine) throws {
        guard
            try UnclassifiedView(screen: screen).allowsFigures(of: engine.vault, asTable: true)
        else { return }
        let today = engine.today
        var query = try selection.query(engine, asOf: today, through: try vault.lastDay())
        let namesPeriod =
            chosen.filters.period.isGiven || !PeriodWords.parting(chosen.words).periods.isEmpty
        let days = try Self.known(
            namesPeriod ? query.days : nil, in: engine)
        query.days = days
        if !except.isEmpty {
            var kept = Set(try engine.vault.transactionNumbers(query))
            for text in except {
                var unwanted = query
                unwanted.searches.append(TransactionSearch(text))
                kept.subtract(try engine.vault.transactionNumbers(unwanted))
            }
            query.numbers = kept
        }
        let draft = try engine.ghostDraft(
            query, through: try vault.lastDay(),
            withBudgets: !namesPeriod || days.contains(today), namingMerchants: merchants)
        if preview { return try screen.print(Self.table(draft.replacements)) }
        let ghost = GhostCopy(draft.facts, days: days, withRows: rows)
        let text = try format.json ? Self.json(ghost) : ghost.markdown
        let prover = try engine.leakProver(namingMerchants: merchants)
        try Self.prove(text, by: prover)
        if copy {
            try Clipboard(environment: ProgramContext.current.variables).hold(text)
        } else if let output {
            try DraftFile.write(text, to: output)
        } else {
            try screen.output.write(text)
        }
        if draft.otherCurrencies > 0 {
            try screen.note(
                "\(Count.text(draft.otherCurrencies, "transaction")) in other currencies left out.")
        }
        try screen.note(
            "Checked against \(prover.checked) words, amounts and days of the vault: "
                + "none is in this text.")
    }

    /// The line of JSON for a period without income, which has the word "null".
    private static let withoutIncome = #"  "spent_of_income": null,"#

    private static func prove(_ text: String, by prover: LeakProver) throws(GhostLeaks) {
        let leaks = prover.leaks(in: text, publicLines: [withoutIncome])
        guard leaks.isEmpty else { throw GhostLeaks(leaks: leaks) }
    }

    /// The part of a period in which there can be transactions, so that a copy doesn't average
    /// over months before the first.
    ///
    /// - Parameter days: nil for the last 12 whole months.
    private static func known(
        _ days: Range<CalendarDay>?, in engine: Engine
    ) throws -> Range<CalendarDay> {
        let today = engine.today
        let days = days ?? today.month.adding(months: -12).firstDay..<today.month.firstDay
        let start = max(days.lowerBound, try engine.vault.oldestDay() ?? days.lowerBound)
        return start..<max(start, min(days.upperBound, today.adding(days: 1)))
    }

    /// The copy that the command writes without options, proven.
    ///
    /// - Parameter lastDay: the last day that counts; nil for all.
    static func usualCopy(of engine: Engine, through lastDay: CalendarDay?) throws -> String {
        var query = TransactionQuery()
        query.days = try known(nil, in: engine)
        query.leavesOutHiddenAccounts = true
        let draft = try engine.ghostDraft(query, through: lastDay, withBudgets: true)
        let text = GhostCopy(draft.facts, days: try known(nil, in: engine), withRows: false)
            .markdown
        try prove(text, by: try engine.leakProver(namingMerchants: false))
        return text
    }

    private static func table(_ replacements: [GhostDraft.Replacement]) -> Table {
        var table = Table(columns: [
            .init("name", isFlexible: true), .init("in the copy", isFlexible: true),
        ])
        for replacement in replacements {
            table.add([.init(replacement.name), .init(replacement.standIn)])
        }
        return table
    }

    private static func json(_ ghost: GhostCopy) throws -> String {
        var bytes: [UInt8] = []
        let write = report.fields.writer()
        var json = JSONWriter(.pretty) { bytes += $0 }
        json.object { write(ghost, &$0) }
        try json.flush()
        return String(decoding: bytes, as: UTF8.self)
    }

    static var report: Report<GhostCopy> {
        Report(
            "ghost",
            .values("notes", "How to read it, and what isn't proven.") { $0.notes },
            .value("months", "The number of whole months in the figures.") { $0.months },
            .value(
                "spent_of_income",
                "The expenses of an average month whose income is 100; rounded to 20."
            ) { $0.spentOfIncome },
            .list(
                "parts", "The categories that are at least a tenth of spending.",
                [
                    .value("category", "A shipped category.") { $0.category },
                    .value("share", "Percent of spending, rounded to 20.") { $0.share },
                ]
            ) { $0.parts },
            .list(
                "merchants", "With `--merchants`: the public merchants of its whole months.",
                [
                    .value("name", "Its public name, such as `Netflix`.") { $0.name },
                    .value("category", "A shipped category.") { $0.category },
                ]
            ) { $0.merchants },
            .values("trends", "Sentences about unusual months and categories.") { $0.trends },
            .list(
                "commitments", "Recurring payments of a noticeable cost.",
                [
                    .value("category", "A shipped category.") { $0.category },
                    .value("frequency", "Such as `monthly`.") { $0.frequency.rawValue },
                    .value("cost", "Each month, where the income is 100; rounded to 20.") {
                        $0.cost
                    },
                ]
            ) { $0.commitments },
            .list(
                "budgets", "Running budgets of categories; empty for an earlier period.",
                [
                    .value("category", "A shipped category.") { $0.category },
                    .value("state", "`within`, `nearly spent` (over 80 percent) or `over`.") {
                        $0.state.rawValue
                    },
                ]
            ) { $0.budgets },
            .list(
                "accounts", "The accounts that count in totals.",
                [
                    .value("name", "Such as `Asset_A (Checking)`.") { $0.name },
                    .value("size", "The balance, roughly.") { $0.size },
                ]
            ) { $0.accounts },
            .list(
                "transactions", "Empty without `--rows`.",
                [
                    .value("day", "Such as `Month 1, Day 15`.") { $0.day },
                    .value("account", "The account's `name`.") { $0.account },
                    .value("category", "A shipped category, or `Income`.") { $0.category },
                    .value("direction", "`income` or `spending`.") {
                        $0.isIncome ? "income" : "spending"
                    },
                    .value("amount", "Where a month's income is 100; at least 1.") { $0.amount },
                ]
            ) { $0.rows })
    }
}

extension DraftFile {
    /// Replaces a file at once with a text that only its owner can read.
    static func write(_ text: String, to path: String) throws {
        let draft = try DraftFile(of: path)
        let file = Output(descriptor: draft.descriptor)
        try file.write(text)
        try file.flush()
        try draft.replace()
    }
}

/// A text to share would have told something of the vault, and wasn't written.
struct GhostLeaks: Error {
    let leaks: [LeakProver.Leak]

    /// How many leaks of each kind there are; what leaked stays private.
    var words: [String] {
        Dictionary(grouping: leaks, by: \.kind.rawValue).sorted { $0.key < $1.key }
            .map { Count.text($0.value.count, $0.key) }
    }
}

/// The desktop's clipboard, through a program that is installed.
private struct Clipboard {
    let environment: [String: String]

    private static let programs = [
        ("wl-copy", []), ("xclip", ["-selection", "clipboard"]),
        ("xsel", ["--clipboard", "--input"]), ("pbcopy", []),
    ]

    func hold(_ text: String) throws {
        var reason = "none of wl-copy, xclip, xsel and pbcopy is installed"
        for (name, arguments) in Self.programs {
            guard let tool = InstalledTool(name, environment: environment) else { continue }
            do throws(InstalledTool.Failure) {
                let result = try tool.run(arguments, input: text, atMost: .seconds(5))
                if result.exitCode == 0 { return }
                reason = "\(name) failed: \(result.complaint)"
            } catch {
                reason =
                    switch error {
                    case .notStarted(let why): "\(name) can't be started: \(why)"
                    case .timedOut: "\(name) did not respond in time"
                    case .killed(let signal): "\(name) was ended by signal \(signal)"
                    }
            }
        }
        throw NoSuchName(
            message: SafeText.neutralised("The clipboard can't be used: \(reason)."),
            whatToDo: "Use --output FILE instead.")
    }
}
