import ArgumentParser
import Classification
import Engine
import Model
import Terminal
import Vault

struct RulesNewCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Begin a rule file, with an example in it.",
        discussion: """
            Examples:
              ghostvault rules new 20-mine
              ghostvault rules new rules/30-trips.lua
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The file's name; files are read in the order of their names.")
    var name: String

    func run(on screen: Screen) throws {
        let path = try vault.engine().newRuleFile(named: name)
        try screen.print("wrote  \(SafeText.neutralised(path))")
        try screen.print()
        try screen.print("Edit it, then look and apply:")
        try screen.print("  ghostvault rules check")
        try screen.print("  ghostvault apply-rules --dry-run")
    }
}

struct RulesCheckCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Read every file of rules/, and tell all that is wrong.",
        discussion: """
            Finds mistakes, misspelt names with a guess at what was meant, and what is probably \
            not meant: a rule that is never asked, an account that no account fits. Functions are \
            tried on made-up transactions. Ends with 10 where a file has a mistake, with 3 where \
            a function fails.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    func run(on screen: Screen) throws {
        let check = try vault.engine().checkRules()
        let view = RuleCheckView(screen: screen)
        if output.json { try view.showJSON(check) } else { try view.show(check) }
        if !check.leftOut.isEmpty { throw PartialResult(.rules) }
        if !check.failures.isEmpty { throw PartialResult() }
    }
}

/// The content of the rules folder, with its diagnostics.
struct RuleCheckView {
    let screen: Screen

    func show(_ check: RulesCheck) throws {
        var table = FolderTable()
        for file in check.files {
            table.add(file: file.path, file.rules, "rule", tests: file.tests)
        }
        table.add(modules: check.modules, maps: check.maps, leftOut: check.leftOut)
        try screen.print(table.table)
        let findings = FindingsView(screen: screen)
        try findings.show(failures: check.failures) { _ in
            "on every transaction that was made up to try it"
        }
        try findings.show(notes: check.notes)
        try RuleProblemsView(screen: screen).show(allMistakesOf: check.leftOut)
    }

    func showJSON(_ check: RulesCheck) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.object { object in
            object.array("files") { list in
                for file in check.files {
                    list.object { entry in
                        entry.field("file", file.path)
                        entry.field("rules", file.rules)
                        entry.field("tests", file.tests)
                    }
                }
            }
            object.array("modules") { list in
                for module in check.modules { list.element(module) }
            }
            object.array("maps") { list in
                for map in check.maps {
                    list.object { entry in
                        entry.field("file", map.path)
                        entry.field("rows", map.rows)
                    }
                }
            }
            RuleProblemsJSON.write(check.leftOut, to: &object)
            RuleProblemsJSON.write(check.failures, as: "failures", to: &object)
            RuleProblemsJSON.write(check.notes, as: "notes", to: &object)
        }
        try json.flush()
    }
}

/// Diagnostics in JSON, for commands whose result they are.
enum RuleProblemsJSON {
    static func write(_ files: [RejectedFile], to object: inout JSONObject) {
        object.array("left_out") { list in
            for file in files {
                list.object { entry in
                    entry.field("file", file.file)
                    entry.field("stays_in_use", file.standIn?.word)
                    write(file.problems, as: "problems", to: &entry)
                }
            }
        }
    }

    static func write(
        _ problems: [RuleFileProblem], as name: String, to object: inout JSONObject
    ) {
        object.array(name) { list in
            for problem in problems {
                list.object { entry in
                    entry.field("file", problem.file)
                    entry.field("line", problem.line)
                    entry.field("column", problem.column)
                    entry.field("message", problem.message)
                }
            }
        }
    }
}

/// A table of a folder's Lua files: content, or the number of mistakes.
struct FolderTable {
    private(set) var table = Table(columns: [.init("file"), .init("holds")])

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
                .init(Count.text(file.problems.count, "mistake"), .negative))
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

struct RulesTestCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run the tests that are written in rules.",
        discussion: """
            Each rule is asked alone about the transactions in its "tests". Ends with 1 where a \
            test fails, with 10 where a file has a mistake.

            Examples:
              ghostvault rules test
              ghostvault rules test 20-mine
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The file whose tests are run; all where none is named.")
    var file: String?

    func run(on screen: Screen) throws {
        let test = try vault.engine().testRules(inFile: file)
        let view = RuleTestView(screen: screen)
        if output.json { try view.showJSON(test) } else { try view.show(test) }
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
        if test.outcomes.isEmpty {
            try screen.print("No rule has tests. Write tests = { match = { … } } into one.")
        } else if failed.isEmpty {
            try screen.print("\(count), all passed")
        } else {
            try screen.print("\(count), \(failed.count) failed")
        }
        try RuleProblemsView(screen: screen).show(allMistakesOf: test.leftOut)
    }

    func showJSON(_ test: RulesTest) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.object { object in
            object.array("tests") { list in
                for outcome in test.outcomes {
                    list.object { entry in
                        entry.field("rule", outcome.rule)
                        entry.field("file", outcome.file)
                        entry.field("line", outcome.line)
                        entry.field("column", outcome.column)
                        entry.field("sample", outcome.sample)
                        entry.field("expected", outcome.expected)
                        entry.field("got", outcome.got)
                        entry.field("passed", outcome.hasPassed)
                    }
                }
            }
            RuleProblemsJSON.write(test.leftOut, to: &object)
        }
        try json.flush()
    }
}
