public import ArgumentParser
public import DemoHousehold
import Dispatch
public import Model
import Terminal

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@main
struct DemoBank: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ghostvault-demo-bank",
        abstract: "Serve a made-up SimpleFIN bank on this machine.",
        discussion: """
            It serves the accounts of a made-up family on 127.0.0.1 until it is stopped. \
            Nothing in it is real.

            Faults:
            \(BridgeFault.allCases.map { "  \($0.rawValue): \($0.summary)" }
                .joined(separator: "\n"))
            """)

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port: UInt16 = 0

    @Option(help: "Whole months of history before the current one.")
    var months = 24

    @Option(help: "Show at least about so many transactions.")
    var transactions = 0

    @Option(help: "Chooses the family's life; the same number, the same life.")
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "The last day of the history; by default GHOSTVAULT_TODAY, else the UTC day.",
            valueName: "YYYY-MM-DD"))
    var today: CalendarDay?

    @Option(help: "Requests for accounts in a UTC day before it complains.")
    var dailyLimit = 24

    @Option(
        name: .customLong("protocol"),
        help: "The protocol version spoken to clients who ask for none, 1 or 2.")
    var protocolVersion: ProtocolVersion = .first

    @Option(help: "Make trouble; may be given more than once.")
    var fault: [BridgeFault] = []

    @Option(help: "Write the setup token to this file, for the owner's eyes only.")
    var tokenFile: String?

    @Option(help: "Stop when this process is gone.")
    var parentPid: Int32?

    @Option(help: "Serve nothing; write one answer with everything to a file, or to - .")
    var writeAnswer: String?

    @Option(help: "The protocol version of that answer, 1 or 2.")
    var answerVersion: ProtocolVersion = .second

    @Option(help: "Serve nothing; write what each transaction truly is as JSON lines.")
    var writeLabels: String?

    func validate() throws {
        guard (1...1200).contains(months) else {
            throw ValidationError("--months is a number from 1 to 1200.")
        }
        guard (0...10_000_000).contains(transactions) else {
            throw ValidationError("--transactions is a number from 0 to 10000000.")
        }
        guard (1...1_000_000).contains(dailyLimit) else {
            throw ValidationError("--daily-limit is a number from 1 to 1000000.")
        }
        if let parentPid, parentPid <= 0 {
            throw ValidationError("--parent-pid is the number of a process.")
        }
        _ = try fixedToday()
    }

    static func main() async {
        await main(Array(ProgramArguments.all.dropFirst()))
    }

    func run() async throws {
        let fixed = try fixedToday()
        let household = Household(
            seed: seed, today: fixed ?? .currentUTC, months: months, transactions: transactions)
        if writeAnswer == nil, writeLabels == nil {
            try await serve(household, followsClock: fixed == nil)
            return
        }
        if let writeAnswer {
            let output = try OutputFile(path: writeAnswer)
            try AccountsAnswer(everythingOf: household, version: answerVersion)
                .write { (piece) throws(OutputError) in try output.write(piece) }
            try output.close()
        }
        if let writeLabels {
            let output = try OutputFile(path: writeLabels)
            try LabelLines(of: household)
                .write { (piece) throws(OutputError) in try output.write(piece) }
            try output.close()
        }
    }

    private func serve(_ household: Household, followsClock: Bool) async throws {
        let stops = StopRequests(parent: parentPid)
        defer { stops.cancel() }
        let server = try BankServer(port: port)
        let (seed, months, transactions) = (seed, months, transactions)
        let laterHousehold = { @Sendable day in
            Household(seed: seed, today: day, months: months, transactions: transactions)
        }
        let bridge = DemoBridge(
            household: household, seed: seed,
            settings: DemoBridge.Settings(
                address: "http://127.0.0.1:\(server.port)", version: protocolVersion,
                dailyLimit: dailyLimit, faults: fault))
        server.start(Teller(bridge, householdOfDay: followsClock ? laterHousehold : nil))
        try announce(setupToken: bridge.setupToken, port: server.port)
        for await _ in stops.requests { return }
    }

    private func announce(setupToken: String, port: UInt16) throws {
        try OutputFile.standardError.write(
            """
            This is a made-up bank, for trying things out: no money, person or account \
            in it is real. Stop it with Control-C.

            """)
        var lines = "listening on 127.0.0.1:\(port)\n"
        if let tokenFile {
            try PrivateFile.write(setupToken + "\n", to: tokenFile)
        } else {
            lines += setupToken + "\n"
        }
        try OutputFile.standardOutput.write(lines)
    }

    /// The day requested by option or environment; nil to follow the clock.
    private func fixedToday() throws -> CalendarDay? {
        let asked: CalendarDay?
        if let today {
            asked = today
        } else if let text = getenv("GHOSTVAULT_TODAY").map({ String(cString: $0) }), !text.isEmpty
        {
            guard let day = CalendarDay(text) else {
                throw ValidationError("GHOSTVAULT_TODAY is a day such as 2025-03-09.")
            }
            asked = day
        } else {
            asked = nil
        }
        if let asked, !Household.possibleDays.contains(asked) {
            let days = Household.possibleDays
            throw ValidationError("Today is a day from \(days.lowerBound) to \(days.upperBound).")
        }
        return asked
    }
}

extension CalendarDay {
    static var currentUTC: CalendarDay {
        CalendarDay(secondsSinceEpoch: Int64(time(nil)))
    }
}

/// The reasons to stop: SIGTERM, SIGINT, or the end of the parent process.
///
/// Signals are caught from initialisation until ``cancel()``.
final class StopRequests {
    let requests: AsyncStream<Void>
    private let sources: [any DispatchSourceProtocol]

    /// - Parameter parent: the process that must stay alive, checked every second; nil for
    ///   none.
    init(parent: pid_t?) {
        let (requests, continuation) = AsyncStream.makeStream(of: Void.self)
        self.requests = requests
        // A client that disconnects mid-response is no reason to stop.
        signal(SIGPIPE, SIG_IGN)

        var sources: [any DispatchSourceProtocol] = []
        for number in [SIGTERM, SIGINT] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield() }
            sources.append(source)
        }
        if let parent {
            let wasOurs = getppid() == parent
            let timer = DispatchSource.makeTimerSource(queue: .global())
            timer.schedule(deadline: .now(), repeating: .seconds(1))
            timer.setEventHandler {
                if !Self.isAlive(parent, wasOurs: wasOurs) { continuation.yield() }
            }
            sources.append(timer)
        }
        // Until the system knows of the handlers, a signal would be lost.
        let known = DispatchGroup()
        for source in sources {
            known.enter()
            source.setRegistrationHandler { known.leave() }
            source.resume()
        }
        known.wait()
        self.sources = sources
    }

    func cancel() {
        for source in sources { source.cancel() }
    }

    /// A zombie still has its process ID, but its children have another parent.
    private static func isAlive(_ process: pid_t, wasOurs: Bool) -> Bool {
        if wasOurs { return getppid() == process }
        return kill(process, 0) == 0 || errno != ESRCH
    }
}

extension BridgeFault: ExpressibleByArgument {}

extension ProtocolVersion: ExpressibleByArgument {
    public init?(argument: String) {
        guard let number = Int(argument) else { return nil }
        self.init(rawValue: number)
    }
}

extension CalendarDay: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}
