import ArgumentParser
import Engine
import SimpleFIN
import Vault

struct ImportCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import a file of transactions and classify it.",
        discussion: """
            Importing a file again adds nothing. A file may be incomplete: pending transactions \
            missing from it stay for up to 45 days, or until a sync confirms that they are gone.

            Example:
              ghostvault import response.json --format simplefin
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case simplefin
    }

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The file; - reads standard input.")
    var file: String

    @Option(help: "simplefin: a response of a SimpleFIN bridge, version 1 or 2.")
    var format: Format

    func run(on screen: Screen) throws {
        let body =
            file == "-"
            ? try FileReader.standardInput(
                ProgramContext.current.input, remedy: "split it into several files")
            : try FileReader.bytes(at: file)
        let moment = try vault.moment()
        // Parse before making a vault, so that a wrong file leaves nothing behind.
        var answer: Answer?
        do {
            answer = try Answer(body: body)
        } catch {
            throw FileNotUnderstood(file: file == "-" ? "Standard input" : file, reason: error.why)
        }
        let (opened, _) = try Engine.layOut(vault.folder, configuration: false)
        let engine = vault.engine(over: opened, at: moment)
        try engine.whileWatchersWait {
            guard let report = try answer.map(engine.importAnswer) else { return }
            // A large file takes as much memory as the pass that follows.
            answer = nil
            try classify(report, engine, on: screen)
        }
    }

    private func classify(
        _ report: ImportReport, _ engine: Engine, on screen: Screen
    ) throws {
        try screen.print(
            SyncView.words(accounts: report.accounts, report.stored))
        let view = SyncView(screen: screen, engine: engine)
        try view.show(report.messages)
        try view.show(report.rejected)
        try view.show(inOtherCurrency: report.stored.inOtherCurrency)
        try view.show(otherwiseListed: report.stored)
        let pass = try engine.classify(dryRun: false)
        try view.show(pass)
        try QuestionsView(screen: screen, engine: engine).show()
        try screen.updateJournals(of: engine)
        if let status = pass.exitStatus { throw PartialResult(status) }
        if !report.rejected.isEmpty || !report.stored.inOtherCurrency.isEmpty {
            throw PartialResult()
        }
    }
}

/// The file to import is not a SimpleFIN response.
struct FileNotUnderstood: Error {
    let file: String
    let reason: String
}
