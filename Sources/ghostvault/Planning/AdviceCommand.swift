import ArgumentParser
import Engine
import Insights
import Model
import Terminal
import Vault

struct AdviceCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "advice",
        abstract: "Show what to do next with your money.",
        discussion: """
            Steps in order, from your own figures by fixed rules: nothing leaves this machine, and \
            nobody sells anything. "ghostvault docs planning" lists the rules with their limits; \
            advice_off in config/plan.toml switches some off.

            Examples:
              ghostvault advice
              ghostvault advice --json
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    func run(on screen: Screen, reading engine: Engine) throws {
        guard
            try UnclassifiedView(screen: screen).allowsFigures(
                of: engine.vault, asTable: output.format == nil)
        else { return }
        let advice = try engine.currencyOrder().sorted(
            try engine.advice(asKnownOn: vault.lastDay()), by: \.currency)
        let categories = try engine.categories()
        let view = AdviceView(
            screen: screen, words: AdviceWords { categories[$0]?.name ?? $0 })
        if let format = output.format {
            try AdviceView.report(view.words).print(advice, as: format, on: screen)
        } else if advice.isEmpty {
            try screen.print("No whole month with income or expenses yet.")
        } else {
            for (position, one) in advice.enumerated() {
                if position > 0 { try screen.print() }
                try view.show(one, withCurrency: advice.count > 1)
            }
        }
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }
}

/// Advice as sentences.
struct AdviceView {
    let screen: Screen
    let words: AdviceWords

    func show(_ advice: Advice, withCurrency: Bool) throws {
        let heading =
            withCurrency ? "Where you stand in \(advice.currency.code)" : "Where you stand"
        try screen.print(SafeText.neutralised(heading), .heading)
        try screen.print()
        for line in diagnosis(of: advice) { try screen.print(SafeText.neutralised(line)) }
        try screen.print()
        if advice.steps.isEmpty {
            try screen.print("No rule asks for anything: keep going.")
        } else {
            try screen.print("What to do", .heading)
            try screen.print()
            for (number, step) in advice.steps.enumerated() {
                try screen.print(SafeText.neutralised("\(number + 1). \(words.words(of: step))"))
            }
        }
        guard !advice.risks.isEmpty else { return }
        try screen.print()
        try screen.print("What could go wrong", .heading)
        try screen.print()
        for risk in advice.risks {
            try screen.print(SafeText.neutralised("- \(words.words(of: risk))"), .warning)
        }
    }

    private func diagnosis(of advice: Advice) -> [String] {
        let free = advice.free
        var lines = [
            free.minorUnits < 0
                ? "An average month costs \(free.size.text) more than comes in."
                : "An average month leaves \(free.text)."
        ]
        if let load = advice.debtLoad, load > 0 {
            lines.append("The minimums of debts take \(load) % of income.")
        }
        if let tenths = advice.cushionTenths {
            lines.append(
                "Savings besides goals, \(advice.cushion.text), last "
                    + "\(tenths / 10).\(tenths % 10) months.")
        }
        return lines
    }

    static func report(_ words: AdviceWords) -> Report<Advice> {
        Report(
            "advice",
            .value("currency", "The currency's code.") { $0.currency.code },
            .value("free", "What an average month leaves; negative for a deficit.") { $0.free },
            .value("debt_load_percent", "The share of minimums in income; null without income.") {
                $0.debtLoad
            },
            .value("cushion", "What is on savings accounts besides goals.") { $0.cushion },
            .list(
                "steps", "What to do, in order.",
                [
                    .value("rule", "The rule's name.") { $0.rule.rawValue },
                    .value("text", "The sentence.") { words.words(of: $0) },
                ] as [Field<Advice.Step>]
            ) { $0.steps }.linewise,
            .list(
                "risks", "What could go wrong.",
                [
                    .value("rule", "The rule's name.") { $0.rule.rawValue },
                    .value("text", "The sentence.") { words.words(of: $0) },
                ] as [Field<Advice.Risk>]
            ) { $0.risks })
    }
}

/// The sentences of advice.
struct AdviceWords {
    /// Of a category's id.
    let name: (String) -> String

    func words(of step: Advice.Step) -> String {
        switch step {
        case .spendLess(let amount, let wants):
            let names = wants.map {
                "\(name($0.category)) \($0.amount.groupedText)"
            }
            return "Spend \(amount.text) less a month."
                + (names.isEmpty
                    ? "" : " The largest wants of a month: \(names.joined(separator: ", ")).")
        case .coverInterest(let debt, let interest):
            return "Pay more than \(interest.text) a month on \(debt.name): that is its interest, "
                + "and its minimum doesn't cover it."
        case .saveFirstMonth(let needs, let lacks, let months):
            return "Put \(lacks.text) aside first"
                + (lacks == needs
                    ? ": one month's expenses. "
                    : ", to have one month's expenses, \(needs.text). ")
                + "All that is left does it in \(Count.text(Int(clamping: months), "month"))."
        case .repay(let debt, let extra, let months, let saved, let isDear):
            let rate = debt.rate.map { " at \($0.percentText) %" } ?? ""
            return "Repay \(debt.name)\(rate) with what is left"
                + (isDear ? "" : ", if you want to be free of debts")
                + ": \(extra.groupedText) more a month saves \(saved.text) of interest and "
                + "\(Count.text(months, "month"))."
        case .fillCushion(let lacks, let part, let done):
            return "Fill the cushion: it lacks \(lacks.text). \(part.groupedText) a month, its "
                + "share of the plan, "
                + (done.map { "fills it by \($0)." } ?? "doesn't fill it within the plan.")
        case .hurry(let goal):
            return words(of: goal)
        case .giveAPurpose(let amount):
            return "Give \(amount.text) a month a purpose: cushion, debts and goals need nothing "
                + "more. A goal in config/plan.toml would take it."
        }
    }

    private func words(of goal: GoalProgress) -> String {
        let name = goal.goal.name
        let pace =
            goal.pace.map {
                "\($0.size.groupedText) a month is \($0.minorUnits < 0 ? "taken out" : "saved")"
            } ?? "nothing is saved"
        guard let needed = goal.needed else { return "Save for \(name): \(pace)." }
        let deadline = goal.goal.deadline.map { " until \($0)" } ?? ""
        let advice =
            goal.verdict == .impossible
            ? "Move the deadline of \(name), or ask for less" : "Save more for \(name)"
        return "\(advice): it needs \(needed.text) a month\(deadline), and \(pace)."
    }

    func words(of risk: Advice.Risk) -> String {
        switch risk {
        case .short(let amount, let day):
            "The money for spending is short by \(amount.size.text) on \(day)."
        case .debtLoad(let percent):
            "Debts take \(percent) % of income, more than \(Advice.largestDebtLoad) %."
        case .oneIncome(let payer, let percent):
            "\(percent) % of income comes from \(payer)."
        case .unknownDebt(let debt):
            "\(debt.name): balance, rate or minimum isn't known, so it is in no step."
        }
    }
}
