import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct BrowseCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "ui",
        abstract: "Browse accounts and transactions full-screen.",
        discussion: """
            Shows the accounts, the transactions of a month, and why the selected one is \
            classified as it is. Filter as you type, and correct with single keys, as \
            "transactions set" does. Press ? for the keys and q to quit.

            Example:
              ghostvault ui
            """)

    @OptionGroup var vault: VaultOptions

    func run(on screen: Screen) throws {
        guard FullScreen.isPossible else { throw NoFullScreen() }
        let engine = try vault.engine()
        var browser = try Browser(
            screen: screen, engine: engine, today: try vault.moment().today,
            lastDay: try vault.lastDay())
        try FullScreen.run(on: screen.output) { try browser.run(on: $0) }
        try browser.tellOfDecisions()
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }
}

/// A full screen is asked for where none can be.
struct NoFullScreen: Error {}

/// The full screen over a vault.
struct Browser {
    private let screen: Screen
    private let engine: Engine
    private let reader: BrowseReader
    private var state: BrowseState
    /// The undoable steps, newest last.
    private var decisions: [JournalEntry] = []

    init(screen: Screen, engine: Engine, today: CalendarDay, lastDay: CalendarDay?) throws {
        self.screen = screen
        self.engine = engine
        reader = BrowseReader(
            engine: engine, accounts: try engine.vault.accounts(), screen: screen,
            lastDay: lastDay)
        state = try reader.state(today: today)
        try reader.list(&state)
    }

    /// Shows the screen until the person quits.
    mutating func run(on window: FullScreen) throws {
        var isStale = false
        while true {
            // Of a filter that is typed faster than it finds, only the last is searched for.
            if isStale, !(window.hasKey && state.mode == .filter) {
                try reader.list(&state)
                isStale = false
            }
            // Of keys that were pressed ahead only the last is shown.
            if !window.hasKey { try draw(on: window) }
            guard let key = try window.key() else { continue }
            switch state.press(key) {
            case .nothing: continue
            case .quit: return
            case .read: isStale = true
            case .correct(let correction, let words):
                guard let number = state.chosenNumber else { continue }
                if correction.reach == .usual,
                    let others = try engine.others(atPayeesOf: [number], by: correction),
                    !others.earlier.isEmpty
                {
                    state.mode = .reach(
                        correction, words: words,
                        question: try Carrying(others, screen, engine).question)
                    continue
                }
                let before = try engine.newestDecision()
                try decide(on: window) { engine in
                    let report = try engine.correct([number], CorrectionChange(correction))
                    return "#\(number): \(words)" + Self.effect(of: report, on: number)
                }
                let newest = try engine.newestDecision()
                if let newest, newest != before { decisions.append(newest) }
            case .undo:
                guard let newest = decisions.last else {
                    state.message = ("There is nothing to undo from this screen.", .warning)
                    continue
                }
                guard newest == (try engine.newestDecision()) else {
                    state.message = (
                        "Another command has made a decision since; \"ghostvault undo\" undoes "
                            + "that first.", .warning
                    )
                    continue
                }
                try decide(on: window) { "Undone: \(try $0.undo().entry.summary)" }
                if try engine.newestDecision() != newest { decisions.removeLast() }
            }
        }
    }

    /// The changes of other transactions, in words.
    private static func effect(of report: CorrectionReport, on number: Int64) -> String {
        let others = report.classified.differing.count { $0.transaction != number }
        let learned =
            report.learned > 0
            ? "; \(Count.text(report.learned, "other")) at the payee changed too" : ""
        let rest = others - report.learned
        return learned
            + (rest > 0
                ? "; changed rules and settings affected \(Count.text(rest, "other"))" : "")
    }

    /// Shows that a decision is being made, how it went, and what is listed now.
    private mutating func decide(
        on window: FullScreen, _ decide: (Engine) throws -> String
    ) throws {
        state.message = ("Classifying…", .muted)
        try draw(on: window)
        do {
            state.message = (try decide(engine), .positive)
        } catch {
            guard let failure = Failure(error) else { throw error }
            state.message = ("\(failure.whatHappened) \(failure.whatToDo)", .negative)
        }
        state.rows = [:]
        state.details = nil
        try reader.list(&state)
    }

    private mutating func draw(on window: FullScreen) throws {
        let view = BrowseView(palette: screen.palette, size: window.size)
        state.fit(page: view.page)
        try reader.completeScreen(&state)
        state.hiddenLines = view.hiddenLines(state)
        try window.draw(view.frame(state))
    }

    /// Shows how to undo the decision.
    func tellOfDecisions() throws {
        guard !decisions.isEmpty else { return }
        try screen.print(
            "\(Count.text(decisions.count, "decision")) stored; \"ghostvault undo\" undoes the "
                + "newest.")
    }
}
