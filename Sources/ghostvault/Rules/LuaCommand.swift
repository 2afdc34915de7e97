import ArgumentParser
import Classification
import Engine
import Foundation
import Model
import Scripting
import Terminal
import Vault

struct LuaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lua",
        abstract: "Explore the vault at a Lua prompt.",
        discussion: """
            The prompt is read-only. "view" is all transactions as plugins see them, with the \
            results of your rules, and tx(42) is one of them. The functions of rule conditions \
            work too. help() lists all names, and Tab completes them. A local of one line is \
            known in later ones. A file runs as one script, and so does the text of -e; standard \
            input is read as if it were typed. Exit code 3 if something fails.

            Examples:
              ghostvault lua report.lua
              ghostvault lua -e 'view:where { category = "dining" }:sum()'
              ghostvault lua
              > view:where { payee = word "COFFEE", amount = between(-20, 0) }:sum()
              > view:where { category = "dining" }:by("month")
              > explain(42)
              > try { when = { payee = "BLUE HERON" }, category = "dining" }
            """,
        subcommands: [LuaPromptCommand.self, LuaStubsCommand.self],
        defaultSubcommand: LuaPromptCommand.self)
}

struct LuaPromptCommand: ScreenCommand, CommandWithFile {
    static let configuration = CommandConfiguration(
        commandName: "prompt",
        abstract: "Open the Lua prompt, or run a script.")

    @OptionGroup var vault: VaultOptions

    @Argument(help: "A file with Lua to run; - reads all of standard input as one.")
    var file: String?

    @Option(
        name: [.customShort("e"), .long], parsing: .unconditional,
        help: ArgumentHelp("Run this Lua instead of a file.", valueName: "text"))
    var execute: String?

    func validate() throws {
        guard file == nil || execute == nil else {
            throw ValidationError("Give a file or --execute, not both.")
        }
    }

    func run(on screen: Screen) throws {
        let screen = screen.showingAllCharacters
        let engine = try vault.engine()
        if let execute { return try run(script: execute, engine, on: screen) }
        if let file { return try run(script: try script(in: file), engine, on: screen) }
        var failed = false
        try engine.withConsole { console in
            let completion = console.completion
            let prompt = LinePrompt(historyPath: try historyPath()) { line, start in
                completion.words(in: line, from: start)
            }
            let results = ConsoleResultView(screen: screen, engine: engine, console: console)
            if prompt.isShown {
                try screen.print(
                    "view is all transactions, tx(ID) one of them; help() lists the words. "
                        + "Control-C gives up a line, Control-D ends.", .muted)
                try screen.flush()
            }
            var unfinished = ""
            while true {
                let line: String?
                switch prompt.next(unfinished.isEmpty ? "> " : "… ") {
                case .line(let text): line = text
                case .end: line = nil
                case .interruption:
                    unfinished = ""
                    try screen.print()
                    try screen.flush()
                    continue
                }
                // Like Lua's own prompt, read on if the statement is incomplete.
                let chunk = LuaConsole.keepingLocals(of: unfinished + (line ?? ""))
                unfinished = ""
                if chunk.allSatisfy(\.isWhitespace) {
                    guard line != nil else { break }
                    continue
                }
                if ["quit", "exit"].contains(chunk) { break }
                do {
                    for result in try console.evaluate(chunk) {
                        if try !results.show(result) { failed = true }
                    }
                } catch let error as ScriptError {
                    if line != nil, error.kind == .syntax, error.message.hasSuffix("near <eof>") {
                        unfinished = chunk + "\n"
                    } else {
                        failed = true
                        try screen.warn(SafeText.neutralised(error.message))
                    }
                }
                try screen.flush()
                if line == nil { break }
            }
            if prompt.isShown { try screen.print() } else if failed { throw PartialResult() }
        }
    }

    /// - Parameter file: "-" for standard input.
    private func script(in file: String) throws -> String {
        let bytes =
            file == "-"
            ? try FileReader.standardInput(
                ProgramContext.current.input, remedy: "run a shorter script")
            : try FileReader.bytes(at: file)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Runs one script, whose locals last to its end.
    private func run(script: String, _ engine: Engine, on screen: Screen) throws {
        try engine.withConsole { console in
            let results = ConsoleResultView(screen: screen, engine: engine, console: console)
            var failed = false
            do {
                for result in try console.evaluate(script) {
                    if try !results.show(result) { failed = true }
                }
            } catch let error as ScriptError {
                failed = true
                try screen.warn(SafeText.neutralised(error.message))
            }
            if failed { throw PartialResult() }
        }
    }

    /// The history file, readable only by its owner, since lines may mention money.
    ///
    /// It is outside any folder under version control.
    private func historyPath() throws -> String? {
        let context = ProgramContext.current
        guard
            let state = context.variable("XDG_STATE_HOME")
                ?? context.variable("HOME").map({ $0 + "/.local/state" })
        else { return nil }
        let folder = state + "/ghostvault"
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            // Do without a history.
            return nil
        }
        return folder + "/lua-history"
    }
}

struct LuaStubsCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "stubs",
        abstract: "Write Lua stubs for your editor.",
        discussion: """
            For the Lua language server (Neovim, VS Code and others): completion, help and type \
            checks as you type. Writes .luarc.json and .lua-stubs/ghostvault.lua into the vault's \
            folder, or into another with --into. "watch" and "apply-rules" update only those in \
            the vault's folder.
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Option(help: ArgumentHelp("The folder. (default: the vault's)", valueName: "dir"))
    var into: String?

    func run(on screen: Screen) throws {
        let names = try names()
        let folder = into ?? vault.folder.path
        for file in try Engine.writeStubs(into: folder, names: names) {
            try screen.print(
                "\(file.isKept ? "kept   " : "wrote  ") \(SafeText.neutralised(file.path))")
            if file.isKept {
                try screen.note(
                    "  It has settings of its own; add \".lua-stubs\" to its "
                        + "\"workspace.library\".")
            }
        }
    }

    /// The vault's names, or the shipped categories if there is no vault.
    private func names() throws -> StubNames {
        guard into == nil || vault.folder.holdsVault else {
            return StubNames(categories: try Engine.shippedCategories().categories.map(\.id))
        }
        return try vault.engine().stubNames()
    }
}
