import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct AccountsCheckCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check accounts for missing transactions.",
        discussion: """
            Compares the balances that banks reported with the sum of the transactions between \
            them. An account continues if they agree to the cent. Pending charges, other booking \
            days, and late or wrong single balances are understood. A gap is reported once about \
            eight days of balances confirm it. The market moves investments, so they are not \
            compared.

            An account is silent if its transactions and its balance day stopped for much longer \
            than usual, although its bank reports no problem. An account at zero is not.

            The exit code is 3 if an account has a gap of the last three months or is silent.

            Examples:
              ghostvault accounts check
              ghostvault accounts check --json
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    func run(on screen: Screen, reading engine: Engine) throws {
        let today = try vault.moment().today
        let accounts = try AccountContinuity.all(of: engine.vault)
        if let format = output.format {
            try Self.report.print(accounts, as: format, on: screen)
        } else if accounts.isEmpty, try engine.vault.accounts().contains(where: \.isByHand) {
            try screen.print("What you keep by hand is not compared.")
        } else if accounts.isEmpty {
            try screen.printNoAccounts(of: engine.vault)
        } else {
            try screen.print(Self.report.table(accounts))
            let words = ContinuityWords(accounts, on: today, allGaps: true)
            if !words.lines.isEmpty { try screen.print() }
            try ContinuityView(screen: screen).show(words, whatToDo: false)
            if let account = accounts.last(where: { !$0.gaps.isEmpty }), let gap = account.gaps.last
            {
                try screen.print(
                    "Compare with your bank: ghostvault transactions --account "
                        + "\(account.account.id) --transfers --from \(gap.days.lowerBound) "
                        + "--to \(gap.days.upperBound)", .muted)
            }
        }
        if accounts.contains(where: { $0.needsAttention(on: today) }) { throw PartialResult() }
    }

    static var report: Report<AccountContinuity> {
        let gaps: [Field<AccountContinuity.Gap>] = [
            .value("amount", "What the transactions lack; negative for money out.") { $0.amount },
            .value("from", "The first day on which it may be.") { $0.days.lowerBound },
            .value("to", "The last day.") { $0.days.upperBound },
        ]
        return Report(
            "accounts check",
            .value("account_id", "The account in this vault.") { $0.account.id }.column("#"),
            .value("account", "The account's name.") { $0.account.name }.column(
                "account", isName: true),
            .value("currency", "The currency's code.") { $0.account.currency.code },
            .value(
                "state", "`continues`, `gap`, `undecided` or `unchecked`."
            ) { $0.state.rawValue },
            .shown("transactions", isFlexible: true) {
                .init($0.doubt?.words ?? $0.state.words, $0.state.style)
            },
            .value(
                "reason",
                "Why it isn't compared or decided: `"
                    + AccountContinuity.Doubt.allCases.map(\.rawValue).joined(separator: "`, `")
                    + "`; null if it is."
            ) { $0.doubt?.rawValue },
            .value("since", "The first day since when everything continues.") { $0.since }.column(
                "since", rank: 1),
            .value("through", "The last day on which a balance agreed.") { $0.days?.upperBound }
                .column("through", rank: 2),
            .list("gaps", "What no transaction explains, oldest first.", gaps) { $0.gaps }.linewise,
            .value("silent_since", "The last day with news of a silent account; else null.") {
                $0.silence?.since
            },
            .value("usual_days", "The median of days between its news, if it is silent.") {
                $0.silence?.usualDays
            })
    }
}

extension AccountContinuity {
    /// Whether transactions are missing or may be.
    enum State: String {
        case continues, gap, undecided, unchecked
    }

    var state: State {
        if !gaps.isEmpty { return .gap }
        return days == nil ? .unchecked : doubt == nil ? .continues : .undecided
    }

    func needsAttention(on today: CalendarDay) -> Bool {
        silence != nil || !recentGaps(on: today).isEmpty
    }
}

extension AccountContinuity.State {
    fileprivate var words: String {
        switch self {
        case .continues: "continue to the cent"
        case .gap: "are missing"
        case .undecided, .unchecked: ""
        }
    }

    fileprivate var style: Style {
        switch self {
        case .continues: .positive
        case .gap: .warning
        case .undecided, .unchecked: .muted
        }
    }
}

extension AccountContinuity.Doubt {
    fileprivate var words: String {
        switch self {
        case .tooFewBalances: "not compared: balances of two days are needed"
        case .marketMoves: "not compared: the market moves it"
        case .noTransactions: "not compared: its bank lists none"
        case .unreadable: "not compared: some can't be read"
        case .unrelated: "not compared: its balances don't follow them"
        case .undecided: "undecided: later balances decide"
        }
    }
}

/// What there is to say about continuity and silence, in a line each.
struct ContinuityWords {
    /// As safe text.
    let lines: [String]
    /// Whether they are warnings.
    let isWarning: Bool

    /// Beyond these, gaps are counted.
    private static let mostGaps = 3

    /// - Parameter allGaps: whether to name old gaps, too.
    init(_ accounts: [AccountContinuity], on today: CalendarDay, allGaps: Bool = false) {
        let gaps = accounts.flatMap { account in
            (allGaps ? account.gaps : account.recentGaps(on: today)).map {
                Self.words($0, of: account.account.name, on: today)
            }
        }
        let silent = accounts.compactMap { account in
            account.silence.map { Self.words($0, of: account.account.name, on: today) }
        }
        let shown = allGaps ? gaps : Array(gaps.prefix(Self.mostGaps))
        let more = gaps.count - shown.count
        let proof = gaps.isEmpty ? Self.proof(accounts, on: today) : nil
        lines =
            ([proof].compactMap(\.self) + shown
            + (more > 0 ? ["and \(Count.text(more, "gap")) more"] : []) + silent)
            .map { SafeText.neutralised($0) }
        isWarning = !gaps.isEmpty || !silent.isEmpty
    }

    /// "All 12 accounts continue to the cent since 3 March", or "8 of 12", if balances of the others
    /// prove nothing.
    private static func proof(_ accounts: [AccountContinuity], on today: CalendarDay) -> String? {
        let compared = accounts.filter { $0.days != nil }
        let settled = compared.filter { $0.doubt == nil }
        guard let since = settled.compactMap(\.since).max() else { return nil }
        let open = compared.count - settled.count
        let unknown = accounts.count - compared.count
        let subject =
            open + unknown > 0
            ? "\(settled.count) of \(Count.text(accounts.count, "account")) "
                + (settled.count == 1 ? "continues" : "continue")
            : compared.count == 1
                ? "\(compared[0].account.name) continues"
                : "All \(compared.count) accounts continue"
        return "\(subject) to the cent since \(since.words(on: today))"
            + (open > 0 ? "; later balances decide on \(open)" : "")
            + (unknown > 0 ? "; \(unknown) can't be checked" : "")
    }

    /// "Visa: -42.10 USD unexplained between 3 and 7 March"
    ///
    /// - Parameter today: a day in whose year days have none; by default all have it.
    static func words(
        _ gap: AccountContinuity.Gap, of account: String,
        on today: CalendarDay = CalendarDay(daysSinceEpoch: 0)
    ) -> String {
        let (first, last) = (gap.days.lowerBound, gap.days.upperBound)
        let start =
            first.month == last.month ? "\(first.components.day)" : first.words(on: today)
        return "\(account): \(gap.amount.text) unexplained between \(start) and "
            + last.words(on: today)
    }

    /// "Elements: nothing new since 3 March, usually every 2 days"
    static func words(
        _ silence: Silence, of account: String,
        on today: CalendarDay = CalendarDay(daysSinceEpoch: 0)
    ) -> String {
        let usual = silence.usualDays == 1 ? "every day" : "every \(silence.usualDays) days"
        return "\(account): nothing new since \(silence.since.words(on: today)), usually "
            + usual
    }
}

struct ContinuityView {
    let screen: Screen

    /// Shows what balances prove; nothing if they prove nothing yet.
    func show(of engine: Engine, afterLine: Bool = false) throws {
        let words = ContinuityWords(
            try AccountContinuity.all(of: engine.vault), on: engine.today)
        if afterLine, !words.lines.isEmpty { try screen.print() }
        try show(words)
    }

    /// - Parameter whatToDo: whether to name the command that tells more.
    func show(_ words: ContinuityWords, whatToDo: Bool = true) throws {
        for (number, line) in words.lines.enumerated() {
            let isLast = words.isWarning && whatToDo && number == words.lines.count - 1
            try screen.print(
                line + (isLast ? ": ghostvault accounts check" : ""),
                words.isWarning ? .warning : .muted)
        }
    }
}
