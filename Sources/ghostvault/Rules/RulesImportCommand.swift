import ArgumentParser
import Engine
import Foundation
import Model
import Statements
import Terminal

struct RulesImportCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Write another program's rules as a file.",
        discussion: """
            Reads rules of hledger for CSV files, the rules that Firefly III exports as CSV, and \
            those in the export of Actual. Rows of yours become their tests: those of Actual's \
            export, of a file beside hledger's rules, or of --rows. What can't be said here stands in the file as a comment.

            What you decided before about a transaction stays, where a rule says something else.

            Examples:
              ghostvault rules import bank.csv.rules --dry-run
              ghostvault rules import bank.csv.rules
              ghostvault rules import rules.csv --rows transactions.csv
              ghostvault rules import actual.zip
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The file with the rules.")
    var file: String

    @Option(
        help: ArgumentHelp(
            "A statement or export whose rows test them.",
            discussion: "Default: the file without .rules at the end.", valueName: "file"))
    var rows: [String] = []

    @Option(help: "The name of the new rule file.")
    var name: String?

    @Flag(help: "Print the rule file, and write nothing.")
    var dryRun = false

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let moved = try engine.moveRules(
            try FileReader.bytes(at: file), of: Self.lastPart(of: file),
            testedBy: try statements(engine), named: name, dryRun: dryRun)
        if dryRun {
            for line in moved.text.split(separator: "\n", omittingEmptySubsequences: false)
                .dropLast()
            {
                try screen.print(SafeText.neutralised(String(line)))
            }
        }
        try show(moved, on: screen)
    }

    private func statements(_ engine: Engine) throws -> [Statement] {
        var files = rows
        if files.isEmpty, file.hasSuffix(".rules") {
            let beside = String(file.dropLast(".rules".count))
            if FileManager.default.fileExists(atPath: beside) { files = [beside] }
        }
        let plugins = try engine.statementPlugins()
        return try files.map { path in
            try Engine.readStatement(
                try FileReader.bytes(at: path), of: Self.lastPart(of: path), plugins: plugins,
                scripts: ProgramContext.current.scriptHost())
        }
    }

    private static func lastPart(of path: String) -> String {
        String(path.split(separator: "/").last ?? "")
    }

    private func show(_ moved: MovedRules, on screen: Screen) throws {
        var words = [
            "\(moved.program): \(Count.text(moved.rules, "rule"))",
            "\(Count.text(moved.tests, "row")) as tests",
        ]
        if moved.untested > 0 { words.append("\(moved.untested) without a row") }
        if !moved.newCategories.isEmpty {
            words.append(
                Count.text(moved.newCategories.count, "new category", "new categories")
                    + " (\(moved.newCategories.joined(separator: ", ")))")
        }
        try screen.print(SafeText.neutralised(words.joined(separator: ", ")))
        if !moved.lost.isEmpty {
            try screen.warn("Not taken over, and a comment in the file:")
            for part in moved.lost {
                try screen.warn(SafeText.neutralised("  \(part.place): \(part.text)"))
            }
        }
        guard let path = moved.path else { return }
        try screen.print("wrote  \(SafeText.neutralised(path))")
        try screen.print("Look at it, then apply it:")
        try screen.print("  ghostvault rules test")
        try screen.print("  ghostvault apply-rules --dry-run")
        try screen.print(
            "To take the rules back, delete the file."
                + (moved.newCategories.isEmpty
                    ? "" : " \"ghostvault undo\" removes the new categories alone."))
    }
}
