import ArgumentParser
import Engine
import Foundation
import Platform
import Scripting
import Terminal
import Vault

struct WatchCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Sync daily and apply edited rules at once.",
        discussion: """
            Syncs once a day, and at the start if the last sync is some hours old. Classifies new \
            transactions at once, and everything that an edited rule affects as soon as you save \
            it. If a file has a mistake, it reports it and keeps using the previous version until \
            you fix it. Changes by other commands are noticed too.

            Ctrl-C, SIGTERM or a closed terminal stops it within a second, SIGHUP reloads \
            everything. "ghostvault status" shows what it is doing, and "ghostvault service \
            install" keeps it running.

            Examples:
              ghostvault watch
              ghostvault watch --web
            """)

    @OptionGroup var vault: VaultOptions

    @Flag(help: "Print a line of JSON for each event.")
    var json = false

    @Flag(help: "Show the page of \"ghostvault web\" meanwhile.")
    var web = false

    @Option(help: .hidden)
    var clockSpeed = 1

    func validate() throws {
        guard !web || !json else {
            throw ValidationError("--web shows its address to a person; --json is for programs.")
        }
        guard (1...1_000_000).contains(clockSpeed) else {
            throw ValidationError("--clock-speed must be from 1 to 1000000.")
        }
    }

    func run(on screen: Screen) throws {
        // What leads to the page must not stand in a log.
        guard !web || screen.capabilities.isTerminal else {
            throw ValidationError("--web shows its address at a terminal; this is none.")
        }
        // Create it before any thread, which would receive the signals first.
        let waiter = try Waiter()
        FreedMemory.shareAmongThreads()
        let clock = WatchClock(startingAt: try vault.moment(), speed: clockSpeed)
        let view = PatientListener(
            json
                ? WatchLines(screen: screen, clock: clock)
                : WatchView(screen: screen, clock: clock),
            on: screen)
        let place = WatchedPlace(
            vault.folder,
            secretKeepers: ProgramContext.current.secretKeepers,
            scripts: ProgramContext.current.scriptHost(),
            readView: ViewCommand.reader)
        let manager = ServiceReport(environment: ProgramContext.current.variables)
        let page = web ? WatchedPage(of: vault.folder) : nil
        if web, page == nil { try screen.warn("The page can't be started.") }
        defer { page?.end() }
        try Watcher(
            place, waiter: waiter, clock: clock, program: Self.program,
            heartbeat: manager?.heartbeat, letters: LetterCommand.writeLetter,
            words: { Failure($0)?.whatHappened ?? "The action failed." },
            remedy: { Failure($0)?.whatToDo },
            hear: { news, engine in
                try view.hear(news, engine: engine)
                manager?.hear(news)
            }
        ).run()
    }

    /// The path of the installed program; nil if unknown.
    private static var program: String? {
        do {
            return try ThisProgram.path()
        } catch {
            return nil
        }
    }
}

/// The page beside a watcher, a process of its own that ends with it, however that ends.
private final class WatchedPage {
    private var program: RunningProgram?
    /// Closes with this process, which ends the page.
    private let writer: Int32

    /// Nil if the system can't start it.
    init?(of folder: VaultFolder) {
        let context = ProgramContext.current
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        writer = ends[1]
        defer { close(ends[0]) }
        let path = URL(fileURLWithPath: folder.path).path
        do throws(RunningProgram.NotStarted) {
            program = try RunningProgram(
                path: CommandProcess.itself,
                arguments: ["web", "--until-input-ends", "--vault", path],
                environment: context.variables,
                files: (input: ends[0], output: context.output, errors: context.errors),
                canAsk: false)
        } catch {
            close(writer)
            return nil
        }
    }

    func end() {
        close(writer)
        if let program = program.take() {
            _ = program.wait(atMost: .seconds(1), unless: { false })
        }
    }
}

/// A listener that carries on if its output fails.
///
/// The disk that holds the log may be full for a while, though the vault's isn't.
private final class PatientListener: WatchListener {
    private let listener: any WatchListener
    private let screen: Screen
    private var isFailureTold = false

    init(_ listener: any WatchListener, on screen: Screen) {
        self.listener = listener
        self.screen = screen
    }

    func hear(_ news: WatchNews, engine: Engine) throws {
        do {
            try listener.hear(news, engine: engine)
        } catch let error as OutputError where error != .readerClosed {
            screen.output.forgetFailure()
            guard !isFailureTold else { return }
            isFailureTold = true
            do {
                try screen.report(Failure(error, whatToDo: "The watcher keeps running."))
            } catch {
                screen.errors.forgetFailure()
            }
        }
    }
}

/// A view that shows a watcher's news.
protocol WatchListener: AnyObject {
    func hear(_ news: WatchNews, engine: Engine) throws
}

/// Status reports to the service manager that runs this program.
///
/// A notice that can't be sent is no reason to stop: the manager then follows its own settings.
struct ServiceReport {
    private let notice: ServiceNotice

    /// Nil if no manager wants notices.
    init?(environment: [String: String]) {
        guard
            let notice = ServiceNotice(
                environment: environment,
                processID: ProcessInfo.processInfo.processIdentifier)
        else { return nil }
        self.notice = notice
    }

    /// The heartbeat for the manager's watchdog, if it has one.
    var heartbeat: Heartbeat? {
        notice.watchdogInterval.map { interval in
            Heartbeat(every: interval) { send(notice.alive) }
        }
    }

    func hear(_ news: WatchNews) {
        switch news {
        case .started:
            // Report ready now: a first sync may take longer than the manager waits.
            send { () throws(ServiceNotice.NotSent) in try notice.ready(status: "watching") }
        case .waiting(let next):
            let status = next.map { "next sync \(LocalTime.text($0))" } ?? "no bank is connected"
            send { () throws(ServiceNotice.NotSent) in try notice.status(status) }
        case .reloading:
            send(notice.reloading)
            // Report ready at once: with a full disk, no later news would end the reload.
            send { () throws(ServiceNotice.NotSent) in try notice.ready() }
        case .stopping: send(notice.stopping)
        default: break
        }
    }

    private func send(_ notify: () throws(ServiceNotice.NotSent) -> Void) {
        do throws(ServiceNotice.NotSent) {
            try notify()
        } catch {
            // See above.
        }
    }
}
