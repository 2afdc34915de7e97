import ArgumentParser
import Engine
import Foundation
import Insights
import Model
import SimpleFIN
import Terminal
import Vault

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The process of connecting, from the token to the first look at the data.
///
/// At a terminal it asks questions; an option exists for each of them.
struct ConnectFlow {
    let screen: Screen
    let options: ConnectOptions
    let vault: VaultOptions

    private static let page = "https://bridge.simplefin.org/simplefin/create"

    private var asksQuestions: Bool {
        Conversation.isPossible && !options.noQuestions && options.tokenFile != "-"
    }

    /// - Parameters:
    ///   - place: chooses the new or existing connection for the access URL.
    ///   - check: examines the token before it is claimed, which uses it up.
    func run(
        place: (Engine) throws -> ConnectionPlace, check: (SetupToken, Engine) throws -> Void
    ) throws {
        let policy = NetworkPolicy(allowsPlainHTTPOnLoopback: options.allowsHTTPOnLoopback)
        let moment = try vault.moment()
        // Finish an interrupted connection first: its token is already spent.
        if vault.folder.holdsVault {
            let engine = vault.engine(over: try Vault.open(vault.folder), at: moment)
            if try engine.hasUnfinishedConnection {
                try screen.note("Finishing a connection that was interrupted after its claim.")
                let chosen = try place(engine)
                let secrets = try secretPlace(chosen, engine)
                let connection = try engine.finishConnection(as: chosen, policy: policy)
                return try bringIn(connection, secrets, engine)
            }
        }
        let token = try SetupToken(try readToken())
        let (opened, _) = try Engine.layOut(vault.folder, configuration: false)
        let engine = vault.engine(over: opened, at: moment)
        let chosen = try place(engine)
        try check(token, engine)
        let secrets = try secretPlace(chosen, engine)
        if let keeper = try options.secretPlace()?.keeper { try engine.trySecretKeeper(keeper) }
        try bringIn(try engine.connect(token, as: chosen, policy: policy), secrets, engine)
    }

    /// A renewed access URL stays in its old place unless the person chooses another. A sync
    /// without a desktop may depend on a file.
    private func secretPlace(_ place: ConnectionPlace, _ engine: Engine) throws -> SecretPlace? {
        try options.secretPlace() ?? engine.secretPlace(replacedIn: place)
    }

    /// Explains how to get a token and asks for it. An empty answer opens the page and asks again.
    private func readToken() throws -> String {
        guard asksQuestions, options.tokenFile == nil else {
            return try TokenInput.read(from: options.tokenFile, screen: screen)
        }
        try explain()
        let token = try TokenInput.read(
            prompt: "Setup token (not shown; Enter opens the page): ", screen: screen)
        guard token.allSatisfy(\.isWhitespace) else { return token }
        if try !WebPage.open(Self.page) {
            try screen.note("No browser could be opened; copy the address.")
        }
        return try TokenInput.read(from: nil, screen: screen)
    }

    private func explain() throws {
        try screen.note(
            """
            SimpleFIN is a read-only feed of your own accounts: a bridge signs in to your banks, \
            and this program fetches balances and transactions from the bridge. Nothing can be \
            paid or changed that way. You make a setup token on the bridge's page; it works once.

              \(Self.page)
            """)
    }

    private func bringIn(
        _ connection: Connection, _ secrets: SecretPlace?, _ engine: Engine
    ) throws {
        try screen.print("Connected to \(SafeText.neutralised(connection.name)).")
        try SecretView(screen: screen)
            .show(try engine.keepSecret(of: connection, in: secrets))
        if let months = options.months {
            try engine.vault.keepHistoryMonths(months, connection: connection.id)
        }
        guard !options.noSync else {
            try screen.print("Next: ghostvault sync")
            return
        }
        try screen.print()
        var status = try SyncView(screen: screen, engine: engine).synchronise([connection])
        for error in try options.wishes.carryOut(in: engine, of: connection) {
            try screen.report(Failure(error))
            status = status ?? .partial
        }
        let accounts = try engine.vault.accounts().filter { $0.visibility != .hidden }
        if !accounts.isEmpty {
            try screen.print()
            let view = AccountsView(screen: screen)
            try view.show(accounts)
            try ReversedDebtsView(screen: screen).show(try engine.vault.reversedDebts())
        }
        if asksQuestions, !accounts.isEmpty { try lookAround(in: engine) }
        if let status { throw PartialResult(status) }
    }

    /// Asks the questions after the first sync, then shows the dashboard.
    private func lookAround(in engine: Engine) throws {
        try screen.print()
        try AccountPrompts(screen: screen, engine: engine).go()
        try screen.print()
        if try Conversation(screen: screen).agrees(
            "Review the past month now?")
        {
            let end = try vault.moment().today.adding(days: 1)
            try ReviewQueue.go(
                through: end.adding(days: -31)..<end, includingSure: false, screen, engine)
        } else {
            try screen.print("You can run \"ghostvault review\" at any time.")
        }
        try screen.print()
        try DashboardView(screen: screen, engine: engine).show(at: try vault.moment())
    }
}

/// The source of a setup token: a file, standard input, or a prompt without echo.
enum TokenInput {
    private static let mostBytes = 1 << 20

    static func read(from file: String?, screen: Screen) throws -> String {
        if let file, file != "-" {
            return String(decoding: try FileReader.bytes(at: file), as: UTF8.self)
        }
        guard file == nil, ProgramContext.current.inputIsTerminal else {
            let bytes = try FileReader.standardInput(
                ProgramContext.current.input, atMost: mostBytes,
                remedy: "a setup token is one line of text")
            return String(decoding: bytes, as: UTF8.self)
        }
        return try read(prompt: "Setup token (not shown): ", screen: screen)
    }

    /// Asks at the terminal, without echo.
    static func read(prompt: String, screen: Screen) throws -> String {
        try screen.errors.write(prompt)
        try screen.errors.flush()
        var settings = termios()
        let hidesInput = tcgetattr(0, &settings) == 0
        let shown = settings
        if hidesInput {
            settings.c_lflag &= ~tcflag_t(ECHO)
            tcsetattr(0, TCSADRAIN, &settings)
        }
        defer {
            if hidesInput {
                var shown = shown
                tcsetattr(0, TCSADRAIN, &shown)
            }
        }
        let token = readLine() ?? ""
        try screen.note("")
        return token
    }
}

/// A page to open in the person's browser.
enum WebPage {
    /// - Parameter address: one of the program's own addresses, never one from outside.
    /// - Returns: whether a program opened it.
    static func open(_ address: String) throws -> Bool {
        guard let process = try start(address) else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// Starts the program that opens an address, which may last as long as the browser.
    ///
    /// - Returns: nil if there is none.
    static func start(_ address: String) throws -> Process? {
        #if os(macOS)
            let programs = ["/usr/bin/open"]
        #else
            let programs = ["/usr/bin/xdg-open", "/bin/xdg-open", "/usr/local/bin/xdg-open"]
        #endif
        guard let program = programs.first(where: FileManager.default.isExecutableFile) else {
            return nil
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [address]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }
}

/// Prompts for changes to accounts after connecting.
struct AccountPrompts {
    let screen: Screen
    let engine: Engine

    private static let help =
        "A type (\(AccountType.allCases.map(\.rawValue).joined(separator: ", "))); "
        + "name and a name; track = show but don't count; hide; count; Enter = keep"

    func go() throws {
        let conversation = Conversation(screen: screen)
        while let answer = try conversation.ask(
            "Change an account? Number or name, or Enter to continue:"),
            !answer.isEmpty
        {
            do {
                let account = try engine.account(meantBy: answer)
                try screen.note(
                    SafeText.neutralised(
                        "  \(account.name): \(account.type.rawValue) (\(account.typeReason))"))
                try change(account, conversation)
                try AccountsView(screen: screen).showOne(account.id, of: engine)
            } catch let error where error is EngineError || error is AmbiguousName {
                guard let failure = Failure(error) else { throw error }
                try screen.report(failure)
            }
        }
    }

    private func change(_ account: AccountRecord, _ conversation: Conversation) throws {
        while true {
            guard
                let answer = try conversation.ask(
                    "  New type (? for help, Enter to keep \(account.type.rawValue)):"),
                !answer.isEmpty
            else {
                return
            }
            let words = answer.split(separator: " ", maxSplits: 1).map(String.init)
            switch words.first?.lowercased() {
            case "name":
                guard words.count == 2 else { break }
                do {
                    try OneLine.check(words[1], of: "A name")
                } catch {
                    break
                }
                _ = try engine.name(account, words[1])
                return
            case "track": return try decide(.trackingOnly, account)
            case "hide": return try decide(.hidden, account)
            case "count": return try decide(.counted, account)
            default:
                if let type = AccountType(rawValue: answer.lowercased()) {
                    _ = try engine.decideType(type, of: account)
                    return
                }
                if answer != "?" {
                    try screen.note(SafeText.neutralised("  There is no type \"\(answer)\"."))
                }
            }
            try screen.note("  \(Self.help).")
        }
    }

    private func decide(_ visibility: AccountVisibility, _ account: AccountRecord) throws {
        try engine.vault.decideVisibility(visibility, account: account.id)
    }
}
