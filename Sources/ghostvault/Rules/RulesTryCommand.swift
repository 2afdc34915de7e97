import ArgumentParser
import Classification
import Engine
import Model
import Scripting
import Terminal

struct RulesTryCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "try",
        abstract: "Try a rule file on transactions of your own making.",
        discussion: """
            No vault is touched. The transactions come as a list in JSON, written by hand or by \
            "transactions --json", and pass the pipeline as it is shipped, with this file as \
            rules. Modules and maps are looked for beside the file where its folder is named rules.

            Examples:
              ghostvault rules try 20-mine.lua --on sample.json
              ghostvault transactions --json | ghostvault rules try 20-mine.lua --on -
            """)

    @OptionGroup var output: JSONOption

    @Argument(help: "The rule file.")
    var file: String

    @Option(help: ArgumentHelp("The transactions; - is standard input.", valueName: "json"))
    var on: String

    func run(on screen: Screen) throws {
        let json =
            on == "-"
            ? try FileReader.standardInput(remedy: "try fewer transactions")
            : try FileReader.bytes(at: on)
        let samples: [SampleTransaction]
        do throws(SampleFile.Mistake) {
            samples = try SampleFile.read(json)
        } catch {
            throw SamplesNotUnderstood(
                file: on == "-" ? "Standard input" : on, reasons: error.messages)
        }
        let trial = try Engine.tryRules(at: file, on: samples, host: ScriptHost(worker: .itself))
        let view = RuleTrialView(screen: screen)
        if output.json { try view.showJSON(trial) } else { try view.show(trial) }
        if !trial.leftOut.isEmpty { throw PartialResult(.rules) }
        if !trial.problems.isEmpty { throw PartialResult() }
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
            .init("amount", alignment: .trailing), .init("what"), .init("value"),
            .init("why", isFlexible: true),
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
        var json = JSONWriter(.pretty, to: screen.output)
        json.object { object in
            object.array("transactions") { list in
                for (sample, verdict) in zip(trial.samples, trial.verdicts) {
                    list.object { entry in
                        entry.field("description", sample.description)
                        entry.field("amount", sample.money.plainText)
                        entry.field("currency", sample.currency.code)
                        entry.field("class", verdict.transactionClass.value.rawValue)
                        entry.field("category", verdict.category.value)
                        entry.field("lens", verdict.lens?.value.rawValue)
                        entry.field("series", verdict.series?.value)
                        entry.field("payee", verdict.payee?.value)
                        entry.array("tags") { tags in
                            for tag in verdict.tags?.value ?? [] { tags.element(tag) }
                        }
                        entry.field("notes", verdict.notes?.value)
                        entry.field("excluded", verdict.isExcluded?.value ?? false)
                        entry.field("splits", verdict.splits.map { "\($0.value)" })
                        entry.object("reasons") { reasons in
                            for (attribute, reason) in verdict.reasons {
                                reasons.object(attribute.rawValue) {
                                    TransactionJSON.write(reason, to: &$0)
                                }
                            }
                        }
                    }
                }
            }
            object.array("rules") { list in
                for use in trial.uses {
                    list.object { entry in
                        entry.field("name", use.name)
                        entry.field("file", use.file)
                        entry.field("line", use.line)
                        entry.field("matches", use.matches)
                    }
                }
            }
            object.array("printed") { list in
                for line in trial.printed { list.element(line.text) }
            }
        }
        try json.flush()
        try showProblems(of: trial)
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
