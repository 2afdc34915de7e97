import ArgumentParser
import Engine
import Foundation
import Model
import Platform
import Terminal
import Vault

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A made-up family with its own vault and bank, from nothing to the dashboard.
struct DemoCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Try GhostVault with a made-up family.",
        discussion: """
            Creates a separate vault with budgets and a plan, starts a made-up bank on this \
            machine, connects to it, writes a rule, applies it, and shows the dashboard. The bank \
            keeps running, so that the vault can sync, until "ghostvault demo --stop". Each run \
            starts over; at a terminal it asks first.

            Examples:
              ghostvault demo
              ghostvault demo --web
              ghostvault demo --stop
            """)

    @Option(
        help: ArgumentHelp(
            "The demo's folder. (default: ghostvault-demo in the XDG data folder)", valueName: "dir"
        ))
    var vault: String?

    @Flag(help: "Stop the made-up bank; keep the vault.")
    var stop = false

    @Flag(help: "Open the vault in a browser afterwards.")
    var web = false

    func run(on screen: Screen) throws {
        let folder = URL(fileURLWithPath: vault ?? VaultOptions.usualFolder.path + "-demo").path
        let bank = DemoBank(folder: folder)
        if stop {
            // Who followed the demo's advice has its folder in the environment.
            let named = ProgramContext.current.variable("GHOSTVAULT_VAULT") ?? ""
            var ran = try bank.stop()
            if !ran, vault == nil, !named.isEmpty { ran = try DemoBank(folder: named).stop() }
            try screen.print(ran ? "Stopped the made-up bank." : "No bank is running.")
            return
        }
        try DemoBankCommand.checkProgram()
        if vault == nil, let own = ProgramContext.current.variable("GHOSTVAULT_VAULT"),
            !own.isEmpty, URL(fileURLWithPath: own).path != folder
        {
            try screen.note(
                "The demo has its own folder, not that of GHOSTVAULT_VAULT: "
                    + SafeText.neutralised(folder))
        }
        if bank.hasVault, Conversation.isPossible,
            try !Conversation(screen: screen).agrees(
                "Delete the demo in \(SafeText.neutralised(folder)) and start over?")
        {
            return try screen.print("Nothing changed.")
        }
        try bank.stop()
        try bank.clearFolder()

        let steps = Steps(screen: screen, folder: folder)
        _ = try Engine.layOut(VaultFolder(path: folder), configuration: false)
        try bank.start()
        try DemoPlan(today: try VaultOptions.parse(["--vault", folder]).moment().today)
            .write(in: folder)
        try screen.print(
            "A made-up bank is now running on this machine. Nothing in it is real.")
        try steps.run(
            ConnectCommand.self,
            [
                "--token-file", bank.tokenFile, "--allow-http-on-loopback", "--name", "Demo bank",
                "--no-questions",
            ], shown: "ghostvault connect")
        let rule = folder + "/rules/20-coffee.lua"
        try steps.show("cat rules/20-coffee.lua")
        do {
            try Data(Self.rule.utf8).write(to: URL(fileURLWithPath: rule))
        } catch {
            throw EngineError.cannotWrite(path: rule, reason: FileErrorWords.cause(of: error))
        }
        try screen.print(Self.rule)
        try steps.run(
            ApplyRulesCommand.self, ["--list", "4"], shown: "ghostvault apply-rules --list 4")
        if let coffee = try newest(folder) {
            let correction = ["\(coffee)", "--category", "dining"]
            try steps.run(
                TransactionsSetCommand.self, correction,
                shown: "ghostvault transactions set \(coffee) --category dining")
            try steps.run(UndoCommand.self, [], shown: "ghostvault undo")
        }
        try steps.run(DashboardCommand.self, ["--no-sync"], shown: "ghostvault")
        let path = SafeText.neutralised(folder)
        try screen.print(
            """

            The vault is in \(path). Its bank runs until \
            "ghostvault demo --stop\(vault == nil ? "" : " --vault '\(path)'")".
            Try next:

              export GHOSTVAULT_VAULT='\(path)'
              ghostvault sync
              ghostvault transactions --month this --category dining
              ghostvault ui
              ghostvault forecast
              ghostvault budget
              ghostvault plan
              ghostvault web
              ghostvault watch
            """)
        if web { try Self.becomePage(of: folder, on: screen) }
    }

    /// Replaces this process: it has had its handler of Control-C, which a process gets once.
    private static func becomePage(of folder: String, on screen: Screen) throws {
        try screen.flush()
        let words = [try ThisProgram.path(), "web", "--vault", folder]
        var arguments = words.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        arguments.append(nil)
        execv(words[0], &arguments)
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }

    /// The newest purchase that the rule changed.
    private func newest(_ folder: String) throws -> Int64? {
        let options = try VaultOptions.parse(["--vault", folder])
        var query = TransactionQuery()
        query.rule = "rules/20-coffee.lua:Coffee to go is fun"
        query.limit = 1
        return try options.engine().vault.transactions(query).first?.id
    }

    private static let rule = """
        rule {
            name = "Coffee to go is fun",
            when = { payee = contains "coffee", size = less(10) },
            set = { category = "entertainment", lens = "want", tags = "to-go" },
        }

        """
}

/// Commands that are shown, then run on the demo's vault.
private struct Steps {
    let screen: Screen
    let folder: String

    func show(_ line: String) throws {
        try screen.print("")
        try screen.print("$ \(line)", .muted)
    }

    func run(
        _ type: (some ScreenCommand).Type, _ arguments: [String], shown line: String
    ) throws {
        try show(line)
        var context = ProgramContext.current
        // A made-up bank is nothing for the keyring of a person's desktop.
        context.variables["GHOSTVAULT_SECRETS"] = "file"
        try ProgramContext.$current.withValue(context) {
            var command = try type.parse(["--vault", folder] + arguments)
            try command.run(on: screen)
        }
    }
}

/// The made-up bank of a demo vault, as a process that outlives this one.
private struct DemoBank {
    let folder: String

    var tokenFile: String { folder + "/demo-bank.token" }
    private var processFile: String { folder + "/demo-bank.pid" }
    private var logFile: String { folder + "/demo-bank.log" }

    func start() throws {
        let program = try DemoBankCommand.program()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["--months", "24", "--token-file", tokenFile]
        process.standardInput = FileHandle.nullDevice
        do {
            try Data().write(to: URL(fileURLWithPath: logFile))
            let log = try FileHandle(forWritingTo: URL(fileURLWithPath: logFile))
            process.standardOutput = log
            process.standardError = log
            try process.run()
            try Data("\(process.processIdentifier)\n".utf8).write(
                to: URL(fileURLWithPath: processFile))
        } catch {
            throw EngineError.cannotWrite(path: folder, reason: FileErrorWords.cause(of: error))
        }
        for _ in 0..<Self.mostTries where process.isRunning {
            if FileManager.default.fileExists(atPath: tokenFile) { break }
            usleep(50_000)
        }
        guard FileManager.default.fileExists(atPath: tokenFile), process.isRunning else {
            let said = try FileReader.bytes(at: logFile)
            throw ValidationError(
                "The made-up bank did not start: \(String(decoding: said, as: UTF8.self))")
        }
    }

    /// - Returns: whether it ran.
    @discardableResult
    func stop() throws -> Bool {
        guard FileManager.default.fileExists(atPath: processFile) else { return false }
        let text = String(decoding: try FileReader.bytes(at: processFile), as: UTF8.self)
        try FileManager.default.removeItem(atPath: processFile)
        guard let process = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)),
            isBank(process)
        else { return false }
        return kill(process, SIGTERM) == 0
    }

    /// Whether a process is a made-up bank of this folder: its number may be another's by now.
    private func isBank(_ process: Int32) -> Bool {
        #if os(Linux)
            guard let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline")
            else { return false }
            return String(decoding: words, as: UTF8.self).contains(tokenFile)
        #else
            let ps = Process()
            ps.executableURL = URL(fileURLWithPath: "/bin/ps")
            ps.arguments = ["-ww", "-o", "command=", "-p", "\(process)"]
            let output = Pipe()
            ps.standardOutput = output
            do {
                try ps.run()
            } catch {
                // Without ps the process can't be told from a stranger's, which must not be ended.
                return false
            }
            let words = output.fileHandleForReading.readDataToEndOfFile()
            return String(decoding: words, as: UTF8.self).contains(tokenFile)
        #endif
    }

    /// Whether there is a vault of an earlier demo.
    var hasVault: Bool { FileManager.default.fileExists(atPath: logFile) }

    /// Deletes the vault of an earlier demo, and nothing else.
    func clearFolder() throws {
        guard FileManager.default.fileExists(atPath: folder) else { return }
        guard hasVault else {
            throw ValidationError(
                "\(folder) exists and is not a demo. Give another folder with --vault.")
        }
        try FileManager.default.removeItem(atPath: folder)
    }

    private static let mostTries = 200
}
