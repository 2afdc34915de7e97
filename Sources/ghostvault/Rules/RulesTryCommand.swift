import ArgumentParser
import Classification
import Engine
import Model
import Scripting
import Terminal
import Vault

struct RulesTryCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "try",
        abstract: "Try a rule file on sample transactions.",
        discussion: """
            Changes nothing. The transactions are numbers of the vault's, such as 870,871, or a \
            file with a JSON list, written by hand or by "transactions --json". They are \
            classified as if the file were in the vault's rules, with its other rules, plugins and \
            configuration. Without a vault, the shipped pipeline classifies them, with modules and \
            maps from the file's folder if it is called rules.

            Examples:
              ghostvault rules try 20-mine.lua --on 2197
              ghostvault rules try 20-mine.lua --on sample.json
              ghostvault transactions --json | ghostvault rules try 20-mine.lua --on -
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The rule file.")
    var file: String

    @Option(
        help: ArgumentHelp(
            "The transactions: numbers, or a JSON file; - reads standard input.",
            valueName: "transactions"))
    var on: String

    func run(on screen: Screen) throws {
        guard vault.folder.holdsVault else { return try show(trial(by: nil), on: screen) }
        let engine = try vault.engine()
        // Another process may write between reading the transactions and trying the rules.
        try show(try engine.vault.atOneMoment { try trial(by: engine) }, on: screen)
    }

    /// - Parameter engine: nil without a vault.
    private func trial(by engine: Engine?) throws -> RuleTrial {
        let json = try json(from: engine)
        let samples: [SampleTransaction]
        do throws(SampleFile.Mistake) {
            samples = try SampleFile.read(json)
        } catch {
            throw SamplesNotUnderstood(
                file: on == "-" ? "Standard input" : on, reasons: error.messages)
        }
        return try engine?.tryRules(at: file, on: samples)
            ?? Engine.tryRules(at: file, on: samples, host: ProgramContext.current.scriptHost())
    }

    private func show(_ trial: RuleTrial, on screen: Screen) throws {
        let view = RuleTrialView(screen: screen)
        if output.json { try view.showJSON(trial) } else { try view.show(trial) }
        if !trial.leftOut.isEmpty { throw PartialResult(.rules) }
        if !trial.problems.isEmpty { throw PartialResult() }
    }
}

extension RulesTryCommand {
    private func json(from engine: Engine?) throws -> [UInt8] {
        if on == "-" {
            return try FileReader.standardInput(
                ProgramContext.current.input, remedy: "try fewer transactions")
        }
        let numbers = on.split(separator: ",").compactMap { ListedNumber($0)?.value }
        guard let engine, !numbers.isEmpty, numbers.count == on.split(separator: ",").count
        else { return try FileReader.bytes(at: on) }
        return try json(of: numbers, from: engine)
    }

    /// Transactions of the vault as "transactions --json" prints them.
    private func json(of numbers: [Int64], from engine: Engine) throws -> [UInt8] {
        let records = try engine.vault.transactions(numbered: Set(numbers))
        let corrections = try engine.vault.corrections(of: numbers)
        let accounts = try engine.vault.accounts()
        let words = try ReasonWords(engine, about: Set(numbers))
        let write = TransactionRow.fields.writer()
        var bytes: [UInt8] = []
        var json = JSONWriter(.compact) { bytes += $0 }
        try json.array { list in
            for number in numbers {
                guard var record = records[number] else {
                    throw EngineError.noSuchTransaction(number)
                }
                // What rules set isn't there yet when the rules are tried.
                let own = corrections[number]
                if own?.tags.isEmpty ?? true { record.verdict?.tags = nil }
                if let tags = own?.tags { record.verdict?.tags?.value = tags }
                if own?.note == nil { record.verdict?.notes = nil }
                if let note = own?.note { record.verdict?.notes?.value = note }
                let account = accounts.first { $0.id == record.account }
                let row = TransactionRow(record: record, account: account, words: words)
                list.object { write(row, &$0) }
            }
        }
        try json.flush()
        return bytes
    }
}

/// The file holds no valid sample transactions.
struct SamplesNotUnderstood: Error {
    let file: String
    let reasons: [String]
}

/// The effect of a rule file on sample transactions.
struct RuleTrialView {
    let screen: Screen

    func show(_ trial: RuleTrial) throws {
        var table = Table(columns: [
            .init("#", alignment: .trailing), .init("description", isFlexible: true),
            .init("amount", alignment: .trailing, rank: 2), .init("what"),
            .init("value", isFlexible: true), .init("why", isFlexible: true, rank: 1),
        ])
        for (position, (sample, verdict)) in zip(trial.samples, trial.verdicts).enumerated() {
            var isFirst = true
            for (name, value, reason) in Self.values(of: verdict) {
                table.add(
                    .init(isFirst ? "\(position + 1)" : "", .muted),
                    .init(isFirst ? sample.description : ""),
                    isFirst ? .amount(sample.money) : .init(""), .init(name),
                    .init(value, .accent), .init(reason.text, .muted))
                isFirst = false
            }
        }
        try screen.print(table)
        for use in trial.uses {
            try screen.print(
                SafeText.neutralised("\(use.name): \(Count.text(use.matches, "match", "matches"))"))
        }
        try RuleProblemsView(screen: screen).show(printed: trial.printed)
        try showProblems(of: trial)
    }

    func showJSON(_ trial: RuleTrial) throws {
        try Self.report.printJSON(trial, on: screen)
        try showProblems(of: trial)
    }

    static var report: Report<RuleTrial> {
        Report(
            "rules try",
            .list("transactions", "The samples, in their order.", transactions) {
                zip($0.samples, $0.verdicts)
            },
            .list("rules", "The rules of the file.", RuleUse.fields) { $0.uses },
            .values("printed", "Lines that the file printed.") { $0.printed.map(\.text) })
    }

    private static var transactions: [Field<(SampleTransaction, Verdict)>] {
        let sample: [Field<SampleTransaction>] = [
            .value("description", "The bank's text.") { $0.description },
            .value("amount", "The amount.") { $0.money },
            .value("currency", "The currency's code.") { $0.currency.code },
        ]
        let verdict: [Field<Verdict>] = [
            .value("class", "`income`, `expense`, `transfer` or `ignore`.") {
                $0.transactionClass.value.rawValue
            },
            .value("category", "A category's id.") { $0.category.value },
            .value("lens", "`need`, `want` or `saving`.") { $0.lens?.value.rawValue },
            .value("series", "The series that it belongs to.") { $0.series?.value },
            .value("payee", "The payee shown, if a stage decided.") { $0.payee?.value },
            .values("tags", "Tags.") { $0.tags?.value ?? [] },
            .value("notes", "A note.") { $0.notes?.value },
            .value("excluded", "Whether it is left out of totals.") {
                $0.isExcluded?.value ?? false
            },
            .value("splits", "How it is split, in words.") { $0.splits.map { "\($0.value)" } },
            .objects(
                "reasons", "For each attribute who decided it and why.",
                each: "The attribute's name is the field's.", ReasonRow.fields
            ) { verdict, body in
                for (attribute, reason) in verdict.reasons {
                    body(attribute.rawValue, ReasonRow(reason))
                }
            },
        ]
        return sample.of(\.0) + verdict.of(\.1)
    }

    /// Shows diagnostics; there is no other file to fall back on.
    private func showProblems(of trial: RuleTrial) throws {
        try FindingsView(screen: screen).show(leftOut: trial.leftOut, .tryAgain)
        try RuleProblemsView(screen: screen).show(trial.problems)
    }

    private static func values(
        of verdict: Verdict
    ) -> [(name: String, value: String, reason: Reason)] {
        verdict.reasons.compactMap { attribute, reason in
            let value: String? =
                switch attribute {
                case .class: verdict.transactionClass.value.rawValue
                case .category: verdict.category.value
                case .lens: verdict.lens?.value.rawValue
                case .partner: "linked"
                case .series: verdict.series?.value
                case .payee: verdict.payee?.value
                case .loan: verdict.loan?.value
                case .tags: verdict.tags?.value.joined(separator: ", ")
                case .notes: verdict.notes?.value
                case .excluded: verdict.isExcluded.map { $0.value ? "yes" : "no" }
                case .splits: verdict.splits.map { "\($0.value)" }
                }
            return value.map { (attribute.rawValue, $0, reason) }
        }
    }
}

extension SampleTransaction {
    fileprivate var money: Money { Money(minorUnits: amount, currency: currency) }
}
