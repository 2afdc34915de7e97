import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct GoalsCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "goals",
        abstract: "Show how far goals are, and when you get there.",
        discussion: """
            The goals of config/plan.toml. A goal's savings are the balance of its account, and \
            its pace comes from transfers in the last six whole months. Several goals on one \
            account are saved for one after another, by priority. A goal is impossible if its \
            deadline needs more each month than an average month leaves.

            Examples:
              ghostvault goals
              ghostvault goals --json
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    func run(on screen: Screen, reading engine: Engine) throws {
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: output.format == nil)
        else { return }
        let goals = try engine.personalPlan(asKnownOn: vault.lastDay()).goals
        if let format = output.format {
            try Self.report.print(goals.goals, as: format, on: screen)
        } else if goals.goals.isEmpty && goals.unplaced.isEmpty {
            try screen.print("No goals: config/plan.toml describes none.")
        } else {
            try screen.print(Self.report.table(goals.goals))
            if goals.goals.contains(where: { $0.pace != nil && $0.left.minorUnits > 0 }) {
                try screen.print(
                    "A month is what you set aside now. What your income allows: ghostvault plan",
                    .muted)
            }
            for goal in goals.unplaced {
                try screen.print(
                    SafeText.neutralised(
                        "\"\(goal.name)\" in config/plan.toml is left out: there is no account "
                            + "\"\(goal.account ?? "")\" that takes its amounts"), .warning)
            }
        }
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }

    static var report: Report<GoalProgress> {
        Report(
            "goals",
            .value("name", "Its name.") { $0.goal.name }.column("goal", isFlexible: true),
            .value("priority", "1 to 3; 1 comes first.") { $0.goal.priority }
                .column("priority", rank: 4),
            .value("account_id", "The account it is saved on; null for typed sums.") {
                $0.account
            },
            .value("currency", "The currency's code.") { $0.amount.currency.code },
            .value("saved", "What is saved so far.") { $0.saved }.column("saved"),
            .value("amount", "The sum to be saved.") { $0.amount }.column("of"),
            .value("percent", "What is saved in whole percent, rounded down.") { $0.percent }
                .column("%", rank: 1),
            .value("pace", "What is saved each month; null if it isn't known.") { $0.pace }
                .column("a month"),
            .value("reached", "The month in which it is reached at that pace; null for never.") {
                $0.date
            }.column("reached") { .init($0.dateWords) },
            .value("deadline", "The month until which it should be; null without one.") {
                $0.goal.deadline
            }.column("by", rank: 3),
            .value(
                "needed", "What each month needs until the deadline; null without one to come."
            ) { $0.needed }.column("needed", rank: 2),
            .value(
                "verdict",
                "`reached`, `on-time`, `late`, `on-the-way` without a deadline, `stalled` if "
                    + "nothing is saved, `impossible` or `overdue`."
            ) { $0.verdict.word }.column("") { .init($0.verdict.word, $0.verdict.style) })
    }
}

extension GoalProgress {
    /// The month, or why there is none; empty for a goal that is reached, or without a pace.
    fileprivate var dateWords: String {
        if let date { return "\(date)" }
        guard let pace, left.minorUnits > 0 else { return "" }
        return pace.minorUnits > 0 ? "after 100 years" : "never"
    }
}

extension GoalProgress.Verdict {
    var word: String {
        switch self {
        case .reached: "reached"
        case .onTheWay: "on-the-way"
        case .onTime: "on-time"
        case .late: "late"
        case .stalled: "stalled"
        case .impossible: "impossible"
        case .overdue: "overdue"
        }
    }

    fileprivate var style: Style? {
        switch self {
        case .reached, .onTime: .positive
        case .onTheWay: nil
        case .late, .stalled, .impossible, .overdue: .warning
        }
    }
}
