import ArgumentParser
import Engine
import Foundation
import Letter
import Model
import Platform
import Terminal
import Vault

struct LetterCommand: ScreenCommand, CommandWithWords {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write a month's letter as one HTML file.",
        discussion: """
            Net worth and why it changed, income, spending against usual, bills, new payees, the \
            largest payments and open questions. Every figure opens to its rows and reasons. The \
            file has no scripts, needs no other files, and prints. It is named after the period, \
            in this folder. "ghostvault docs letter" describes it.

            Examples:
              ghostvault report nov
              ghostvault report 2026 --output year.html
              ghostvault report last month --check
              ghostvault report oct --pdf
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var period: PeriodArgument

    @Option(
        help: ArgumentHelp("Write this file, which only you can read.", valueName: "file"))
    var output: String?

    @Flag(help: "Add up each printed figure from its rows.")
    var check = false

    @Flag(help: "Write a PDF, by WeasyPrint or Chromium.")
    var pdf = false

    func validate() throws {
        guard output != "" else { throw ValidationError("--output takes a file.") }
    }

    func run(on screen: Screen) throws {
        // It is looked for first: no figure is read in vain.
        let printer = pdf ? try LetterPrinter(ProgramContext.current.variables) : nil
        let engine = try vault.engine()
        let moment = try vault.moment()
        let lastDay = try vault.lastDay()
        let asked =
            period.period?.days(asOf: moment.today)
            ?? moment.today.month.firstDay..<moment.today.month.next.firstDay
        let found = try engine.vault.atOneMoment { () throws -> (page: String, name: String)? in
            guard try UnclassifiedView(screen: screen).allowsFigures(of: engine.vault) else {
                return nil
            }
            let source = try LetterSource(of: engine, asked, at: moment, through: lastDay)
            return (try source.letter().page(), source.fileName)
        }
        guard let found else { return }
        var proven: String?
        if check { proven = try Self.proof(of: found.page) }
        let path = output ?? found.name + (pdf ? ".pdf" : ".html")
        try Self.write(found.page, to: path, by: printer)
        try screen.print(SafeText.neutralised("The letter is in \(path)."))
        if let proven { try screen.print(proven, .muted) }
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }

    /// Adds up a page.
    ///
    /// - Returns: how much was proven.
    /// - Throws: ``LetterError/wrongFigures(_:)``.
    private static func proof(of page: String) throws -> String {
        let proof = LetterProof(of: page)
        guard proof.mistakes.isEmpty else { throw LetterError.wrongFigures(proof.mistakes) }
        return "\(Count.text(proof.figures, "figure")) of \(Count.text(proof.rows, "amount")) "
            + "checked: all add up"
            + (proof.rests == 0
                ? "." : "; \(Count.text(proof.rests, "row")) stand for others without room.")
    }

    /// Writes the letter of a month for a watcher, after adding it up.
    static let writeLetter: LetterWriter = { engine, moment, month, path in
        let page = try engine.vault.atOneMoment {
            try LetterSource(
                of: engine, month.firstDay..<month.next.firstDay, at: moment, through: nil
            ).letter().page()
        }
        _ = try proof(of: page)
        try write(page, to: path, by: nil)
    }

    private static func write(_ page: String, to path: String, by printer: LetterPrinter?) throws {
        let draft = try DraftFile(of: path)
        if let printer {
            try printer.print(page, to: draft)
        } else {
            try FileHandle(fileDescriptor: draft.descriptor, closeOnDealloc: false)
                .write(contentsOf: Data(page.utf8))
        }
        try draft.replace()
    }
}

/// Why a letter can't be written.
enum LetterError: Error {
    /// Figures that don't add up, one line each.
    case wrongFigures([String])
    /// No program that makes PDF is installed.
    case noPrinter
    /// The program failed that should have made PDF.
    case notPrinted(program: String, reason: String)
}
