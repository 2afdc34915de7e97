import ArgumentParser
import Classification
import Engine
import Model
import Terminal
import Vault

struct RulesNewCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Create a rule file.",
        discussion: """
            The file has an example rule.

            Examples:
              ghostvault rules new 20-mine
              ghostvault rules new rules/30-trips.lua
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The file's name. Files are read in the order of their names.")
    var name: String

    func run(on screen: Screen) throws {
        let path = try vault.engine().newRuleFile(named: name)
        try screen.print("wrote  \(SafeText.neutralised(path))")
        try screen.print()
        try screen.print("Edit it, then check and apply it:")
        try screen.print("  ghostvault rules check")
        try screen.print("  ghostvault apply-rules --dry-run")
    }
}

struct RulesExportCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export stored rules as a rule file.",
        discussion: """
            Stored rules and your names for payees become rules; plugin settings become commands \
            in comments. The file classifies the same in another vault, and here once the stored \
            rules are removed.

            Examples:
              ghostvault rules export
              ghostvault rules export >other-vault/rules/30-stored.lua
            """)

    @OptionGroup var vault: PlainVaultOptions

    func run(on screen: Screen, reading engine: Engine) throws {
        for line in try engine.exportedRules().split(
            separator: "\n", omittingEmptySubsequences: false
        ).dropLast() {
            try screen.print(SafeText.neutralised(String(line)))
        }
    }
}

struct RulesCheckCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check rule files for mistakes.",
        discussion: """
            Reports mistakes, misspelt names with a suggestion, and likely mistakes: a rule that \
            is never reached or never decides, or an account name without an account. Functions \
            run on the transactions that they match, or on made-up ones. Exit code 10 if a file \
            has a mistake, 3 if a function fails.

            Examples:
              ghostvault rules check
              ghostvault rules check 20-mine
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The file to report on. (default: all)")
    var file: String?

    func run(on screen: Screen, reading engine: Engine) throws {
        try RuleCheckView(screen: screen).check(engine, file: file, as: output.format)
    }
}

/// The content of the rules folder, with its diagnostics.
struct RuleCheckView {
    let screen: Screen

    /// Checks the vault's rules and shows the result.
    ///
    /// - Throws: `PartialResult` if there are mistakes.
    func check(_ engine: Engine, file: String? = nil, as format: OutputFormat? = nil) throws {
        let check = try engine.checkRules(inFile: file)
        if let format {
            try Self.report.print(one: check, as: format, on: screen)
        } else {
            try show(check)
        }
        if !check.leftOut.isEmpty { throw PartialResult(.rules) }
        if !check.failures.isEmpty { throw PartialResult() }
    }

    func show(_ check: RulesCheck) throws {
        var table = FolderTable()
        for file in check.files {
            table.add(file: file.path, file.rules, "rule", tests: file.tests)
        }
        table.add(modules: check.modules, maps: check.maps, leftOut: check.leftOut)
        try screen.print(table.table)
        let findings = FindingsView(screen: screen)
        try findings.show(failures: check.failures) { problem in
            problem.transactions == 0
                ? "on every made-up transaction"
                : "on \(Count.text(problem.transactions, "transaction"))"
        }
        try findings.show(notes: check.notes)
        try RuleProblemsView(screen: screen).show(allMistakesOf: check.leftOut)
    }

    static var report: Report<RulesCheck> {
        Report(
            "rules check",
            .list(
                "files", "The usable rule files, in reading order.",
                [
                    .value("file", "The file.") { $0.path },
                    .value("rules", "How many rules it has.") { $0.rules },
                    .value("tests", "How many samples they are tested on.") { $0.tests },
                ]
            ) { $0.files }
            .linewise,
            .values("modules", "The modules, by their files.") { $0.modules },
            .list(
                "maps", "The maps.",
                [
                    .value("file", "The map's file.") { $0.path },
                    .value("rows", "How many rows it has.") { $0.rows },
                ]
            ) { $0.maps },
            .list("left_out", "Files that can't be used.", leftOut) { $0.leftOut },
            .list(
                "failures", "Functions that fail.", problems
            ) { $0.failures },
            .list("notes", "Likely mistakes.", problems) { $0.notes })
    }

    static var leftOut: [Field<RejectedFile>] {
        [
            .value("file", "The file; `stored-12` for a stored rule.") { $0.file },
            .value(
                "stays_in_use",
                "The version used instead: `last_good`, `shipped`, or null for none."
            ) { $0.standIn?.word },
            .values("needed_by", "The rule files that need it, if it is a module or a map.") {
                $0.neededBy
            },
            .list("problems", "Every mistake in it.", problems) { $0.problems }.linewise,
        ]
    }

    private static var problems: [Field<RuleFileProblem>] {
        [
            .value("file", "The file; a module's if the mistake is there.") { $0.file },
            .value("line", "The line, if known.") { $0.line },
            .value("column", "The column in characters, if known.") { $0.column },
            .value("message", "The mistake and, if known, how to fix it.") { $0.message },
        ]
    }
}

/// A table of a folder's Lua files: content, or the number of mistakes.
struct FolderTable {
    private(set) var table = Table(columns: [
        .init("file", isFlexible: true), .init("holds", isFlexible: true),
    ])

    /// - Parameters:
    ///   - count: the number of declarations in the file.
    ///   - noun: their name, such as "rule".
    mutating func add(file: String, _ count: Int, _ noun: String, tests: Int) {
        var holds = Count.text(count, noun)
        if tests > 0 { holds += ", \(Count.text(tests, "test"))" }
        table.add(.init(file), .init(holds))
    }

    mutating func add(modules: [String], maps: [FolderMap], leftOut: [RejectedFile]) {
        for module in modules { table.add(.init(module), .init("a module")) }
        for map in maps {
            table.add(.init(map.path), .init("a map of \(Count.text(map.rows, "row"))"))
        }
        for file in leftOut {
            table.add(
                .init(file.file, .negative),
                .init(Count.text(file.mistakes, "mistake"), .negative))
        }
    }
}

extension RejectedFile.StandIn {
    /// The name in JSON.
    var word: String {
        switch self {
        case .lastGood: "last_good"
        case .shipped: "shipped"
        }
    }
}

struct RulesTestCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run rules' tests.",
        discussion: """
            The "tests" of a rule run that rule alone; a "test" of a file runs all rules together. \
            Exit code 1 if a test fails, 10 if a file has a mistake. --record prints a test made \
            from a transaction, for a rule file. --coverage lists parts of conditions without which \
            every test would end as it does, and rules without tests.

            Examples:
              ghostvault rules test
              ghostvault rules test --coverage
              ghostvault rules test 20-mine
              ghostvault rules test --record 42 >> "$GHOSTVAULT_VAULT/rules/20-mine.lua"
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The file whose tests to run. (default: all)")
    var file: String?

    @Option(
        help: ArgumentHelp(
            "Print a test with this transaction and its current result.", valueName: "id"))
    var record: ListedNumber?

    @Flag(help: "Also show what no test decides.")
    var coverage = false

    func run(on screen: Screen, reading engine: Engine) throws {
        if let record {
            return try screen.print(try engine.recordedTest(of: record.value))
        }
        let test = try engine.testRules(inFile: file, withCoverage: coverage)
        if let format = output.format {
            try RuleTestView.report.print(one: test, as: format, on: screen)
        } else {
            try RuleTestView(screen: screen).show(test)
            if coverage { try RuleTestView(screen: screen).show(test.coverage) }
        }
        if !test.leftOut.isEmpty { throw PartialResult(.rules) }
        if !test.outcomes.allSatisfy(\.hasPassed) { throw PartialResult(.failed) }
    }
}

/// The results of the tests in rule files.
struct RuleTestView {
    let screen: Screen

    func show(_ test: RulesTest) throws {
        let failed = test.outcomes.filter { !$0.hasPassed }
        for outcome in failed {
            try FindingsView(screen: screen).show(
                failedTest: "\(outcome.rule), \(outcome.sample)",
                FindingsView.place(outcome.file, outcome.line, outcome.column),
                ["expected \(outcome.expected)", "got      \(outcome.got)"])
        }
        let count = Count.text(test.outcomes.count, "test")
        if test.outcomes.isEmpty, test.leftOut.isEmpty {
            try screen.print("No rule has tests. Write tests = { match = { … } } into one.")
        } else if failed.isEmpty, !test.outcomes.isEmpty {
            try screen.print("\(count), all passed")
        } else if !failed.isEmpty {
            try screen.print("\(count), \(failed.count) failed")
        }
        try RuleProblemsView(screen: screen).show(allMistakesOf: test.leftOut)
    }

    func show(_ coverage: [RuleCoverage]) throws {
        let tested = coverage.count { $0.matches + $0.others > 0 }
        let lacking = coverage.filter { $0.matches + $0.others == 0 || !$0.undecided.isEmpty }
        guard !coverage.isEmpty else { return }
        try screen.print()
        if !lacking.isEmpty {
            try screen.print(Report("rules test", fields: Self.coverage).table(lacking))
            try screen.print()
        }
        let parts = coverage.reduce(0) { $0 + $1.undecided.count }
        try screen.print(
            "\(tested) of \(Count.text(coverage.count, "rule")) "
                + "\(coverage.count == 1 ? "has" : "have") tests; "
                + "\(Count.text(parts, "part")) of conditions \(parts == 1 ? "is" : "are") "
                + "decided by none of them")
    }

    private static var coverage: [Field<RuleCoverage>] {
        [
            .value("rule", "The rule's name.") { $0.rule }.column("rule", isFlexible: true),
            .value("file", "The file; `stored-12` for a stored rule.") { $0.file }
                .column("file", rank: 1),
            .value("line", "The rule's line.") { $0.line },
            .value("match", "The number of its samples that are to match.") { $0.matches }
                .column("match"),
            .value("no_match", "The number of those that are not to.") { $0.others }
                .column("no match"),
            .values(
                "undecided",
                "The parts of its condition without which every test would end as it does."
            ) { $0.undecided },
            .shown("no test needs", isFlexible: true) { row in
                .init(
                    row.matches + row.others == 0
                        ? "no tests" : row.undecided.joined(separator: "; "))
            },
        ]
    }

    static var report: Report<RulesTest> {
        Report(
            "rules test",
            .list(
                "tests", "The tests, one per sample, in rule order.", tests
            ) { $0.outcomes }
            .linewise,
            .list(
                "left_out", "Files that can't be used, and were not tested.", RuleCheckView.leftOut
            ) {
                $0.leftOut
            },
            .list(
                "coverage", "With `--coverage`, what the tests of each rule decide.", coverage
            ) { $0.coverage })
    }

    private static var tests: [Field<RuleTestOutcome>] {
        [
            .value("rule", "The rule's name.") { $0.rule },
            .value("file", "The file; `stored-12` for a stored rule.") { $0.file },
            .value("line", "The sample's line.") { $0.line },
            .value("column", "The column in characters, if known.") { $0.column },
            .value("sample", "Which of the rule's samples: `match 2`, `no_match 1`.") { $0.sample },
            .value("expected", "The expected result.") { $0.expected },
            .value("got", "The actual result, in the same form.") { $0.got },
            .value("passed", "Whether that is the same.") { $0.hasPassed },
        ]
    }
}

struct RulesDiffCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show edits that are not in use.",
        discussion: """
            A file with a mistake, or one that begins with "-- ghostvault: draft", is used in its \
            last good version. This shows what has changed since.
            """)

    @OptionGroup var vault: PlainVaultOptions

    func run(on screen: Screen, reading engine: Engine) throws {
        let files = try engine.waitingFiles()
        let broken = Set(try engine.brokenFiles())
        let others = try engine.ruleFilesNotInUse().filter { name in
            !files.contains { $0.path == name }
        }
        if files.isEmpty, others.isEmpty { try screen.print("Every file is in use as written.") }
        for file in files { try PluginReviewView(screen: screen).show(file) }
        for name in others {
            try screen.print(
                SafeText.neutralised(
                    broken.contains(name)
                        ? "\(name) is left out, since it has a mistake: ghostvault rules check"
                        : "\(name) is not in use as it is written: ghostvault apply-rules"))
        }
    }
}
