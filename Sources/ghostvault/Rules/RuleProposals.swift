import ArgumentParser
import Classification
import Engine
import Model
import Terminal
import Vault

struct RulesProposeCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "propose",
        abstract: "Propose rules that wait for your decision.",
        discussion: """
            For an assistant or a script that may not decide. The rules must have tests that \
            pass. They are checked and previewed, and wait as a draft that nothing uses until \
            you accept it with "rules proposals". At most \(Engine.mostProposals) proposals wait.

            Examples:
              ghostvault rules propose draft.lua --reason "You corrected these three times"
              ghostvault rules propose - < draft.lua
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The rule file, or - for standard input.")
    var file: String

    @Option(help: "Why, in one line.")
    var reason = "no reason given"

    func validate() throws { try OneLine.check(reason, of: "--reason") }

    func run(on screen: Screen) throws {
        let bytes =
            file == "-"
            ? try FileReader.standardInput(
                ProgramContext.current.input, remedy: "propose fewer rules")
            : try FileReader.bytes(at: file)
        guard bytes.count <= Engine.mostProposalBytes,
            let text = String(validating: bytes, as: UTF8.self)
        else {
            throw ValidationError(
                "A proposal is text of at most \(Engine.mostProposalBytes) bytes.")
        }
        let engine = try vault.engine()
        let proposal = try engine.proposeRules(text, because: reason)
        let view = RuleProposalView(screen: screen, engine: engine)
        if output.json {
            try RuleProposalView.report.printJSON(proposal, on: screen)
        } else {
            try view.show(proposal)
        }
        guard let obstacle = proposal.obstacle else {
            guard !output.json else { return }
            return try screen.print(
                "It waits for your decision: ghostvault rules proposals \(proposal.id)", .muted)
        }
        try screen.warn(RuleProposalView.words(for: obstacle) + " Nothing was stored.")
        throw PartialResult(.rules)
    }
}

struct RulesProposalsCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "proposals",
        abstract: "List, accept or dismiss proposed rules.",
        discussion: """
            Assistants propose rules with "ghostvault mcp". A proposal is a draft in rules/ that \
            nothing uses. With its id, shows its rules and what they would change.

            Examples:
              ghostvault rules proposals
              ghostvault rules proposals 1a2b3c4d
              ghostvault rules proposals --accept 1a2b3c4d
              ghostvault rules proposals --dismiss 1a2b3c4d
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "A proposal to show.")
    var id: String?

    @Option(help: ArgumentHelp("Use this proposal's rules.", valueName: "id"))
    var accept: String?

    @Option(help: ArgumentHelp("Delete this proposal.", valueName: "id"))
    var dismiss: String?

    func validate() throws {
        guard [id, accept, dismiss].count(where: { $0 != nil }) < 2 else {
            throw ValidationError("Give one of an id, --accept and --dismiss.")
        }
        guard output.format == nil || accept == nil && dismiss == nil else {
            throw ValidationError("A format for programs goes with the list.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        if let accept { return try self.accept(accept, engine, screen) }
        if let dismiss {
            guard let file = try engine.dismissProposal(dismiss) else {
                throw Self.unknown(dismiss)
            }
            return try screen.print(SafeText.neutralised("deleted  \(file)"))
        }
        let all = try engine.vault.atOneMoment { try engine.ruleProposals() }
        let chosen = all.filter { id == nil || $0.id == id }
        if let id, chosen.isEmpty { throw Self.unknown(id) }
        if let format = output.format {
            return try RuleProposalView.report.print(chosen, as: format, on: screen)
        }
        let view = RuleProposalView(screen: screen, engine: engine)
        if id != nil {
            for proposal in chosen { try view.show(proposal, withText: true) }
        } else {
            try view.show(chosen)
        }
    }

    private func accept(_ id: String, _ engine: Engine, _ screen: Screen) throws {
        guard let file = try engine.acceptProposal(id) else { throw Self.unknown(id) }
        try screen.print(SafeText.neutralised("accepted  \(file)"))
        let report = try engine.classify(dryRun: false)
        try ClassifyView(screen: screen, engine: engine).showEffect(report)
        try screen.print(
            "To take it back, delete the file, then: ghostvault apply-rules", .muted)
        try screen.updateJournals(of: engine)
        if let status = report.exitStatus { throw PartialResult(status) }
    }

    private static func unknown(_ id: String) -> NoSuchName {
        NoSuchName(
            message: "There is no proposal \"\(id)\".",
            whatToDo: "\"ghostvault rules proposals\" lists them.")
    }
}

/// Proposed rules with what they would change.
struct RuleProposalView {
    let screen: Screen
    let engine: Engine

    func show(_ proposals: [RuleProposal]) throws {
        guard let first = proposals.first else { return try screen.print("No proposed rules.") }
        try screen.print(Self.report.table(proposals))
        try screen.print()
        try screen.print(
            SafeText.neutralised("To see one: ghostvault rules proposals \(first.id)"), .muted)
    }

    /// - Parameter withText: whether to show the rules, and how to decide.
    func show(_ proposal: RuleProposal, withText: Bool = false) throws {
        try screen.print(SafeText.neutralised("\(proposal.id)  \(proposal.reason)"), .heading)
        if withText {
            var lines = proposal.text.split(separator: "\n", omittingEmptySubsequences: false)
            while lines.last == "" { lines.removeLast() }
            try screen.print()
            for line in lines {
                try screen.print(verbatim: "    " + SafeText.neutralised(String(line)))
            }
            try screen.print()
        }
        for use in proposal.preview.uses {
            let matches = Count.text(use.matches, "match", "matches")
            try screen.print(SafeText.neutralised("\(use.name): \(matches)"))
        }
        let failed = proposal.tests.filter { !$0.hasPassed }
        if !proposal.tests.isEmpty {
            try screen.print(
                "\(Count.text(proposal.tests.count, "test")), "
                    + (failed.isEmpty ? "all passed" : "\(failed.count) failed"))
        }
        for test in failed {
            try screen.print(
                SafeText.neutralised(
                    "  \(test.rule), \(test.sample): expected \(test.expected), got \(test.got)"))
        }
        try screen.print("Would change \(Self.words(for: proposal.sums))")
        try ClassifyView(screen: screen, engine: engine)
            .show(proposal.preview.changes.changes, listing: 3)
        try FindingsView(screen: screen).show(leftOut: proposal.preview.leftOut, .tryAgain)
        guard withText else { return }
        try screen.print()
        try screen.print(
            SafeText.neutralised(
                "To use it: ghostvault rules proposals --accept \(proposal.id)"), .muted)
        try screen.print(
            SafeText.neutralised(
                "To delete it: ghostvault rules proposals --dismiss \(proposal.id)"), .muted)
    }

    /// Says that proposals wait, if any do.
    func showCount() throws {
        let count = try engine.ruleProposalCount()
        guard count > 0 else { return }
        try screen.print(
            "\(Count.text(count, "proposed rule file")) \(count == 1 ? "waits" : "wait") for your "
                + "decision: ghostvault rules proposals", .warning)
    }

    private static func words(for sums: [(sum: Money, transactions: Int)]) -> String {
        guard !sums.isEmpty else { return "no transaction" }
        return sums.map {
            "\(Count.text($0.transactions, "transaction")), together "
                + SafeText.neutralised($0.sum.text)
        }.joined(separator: "; ")
    }

    static func words(for obstacle: RuleProposal.Obstacle) -> String {
        switch obstacle {
        case .mistakes: "The file has a mistake."
        case .failures: "A rule fails on some transactions."
        case .untested:
            "No rule has tests. Write tests = { match = { … }, no_match = { … } } into each."
        case .noRules: "The file has no rule."
        case .failingTests: "A test fails."
        case .tooMany: "\(Engine.mostProposals) proposals wait already."
        }
    }

    static var report: Report<RuleProposal> {
        Report(
            "rules proposals",
            .value("id", "Its name, which follows from its text.") { $0.id }.column("id", .muted),
            .value("file", "The draft in the vault.") { $0.preview.file },
            .value("stored", "Whether it waits for a decision.") { $0.obstacle == nil },
            .value(
                "obstacle",
                "Why not: `mistakes`, `failures`, `no_rules`, `untested`, `failing_tests` or "
                    + "`too_many`; else null."
            ) { $0.obstacle?.rawValue },
            .value("reason", "Why it is proposed, in its author's words.") { $0.reason }
                .column("reason", isFlexible: true),
            .value("text", "The Lua source.") { $0.text },
            .list("rules", "Its rules.", RuleUse.fields) { $0.preview.uses },
            .value("tests", "The number of its tests.") { $0.tests.count }.column("tests", rank: 2),
            .list("failing_tests", "Those that fail.", failing) { proposal in
                proposal.tests.filter { !$0.hasPassed }
            },
            .list("mistakes", "All that is wrong in the file.", ClassifyView.mistakes) {
                $0.problems
            },
            .value("changed", "How many transactions would change.") { changes(of: $0).count }
                .column("changes"),
            .list(
                "sums", "The sums of these.",
                [
                    .value("currency", "The currency's code.") { $0.sum.currency.code },
                    .value("sum", "The sum.") { $0.sum },
                    .value("transactions", "How many there are.") { $0.transactions },
                ]
            ) { $0.sums },
            .shown("sum", alignment: .trailing) { row in
                .init(row.sums.map(\.sum.text).joined(separator: ", "))
            },
            .list("changes", "One entry for each of those.", ClassifyView.changes) {
                changes(of: $0)
            })
    }

    static func changes(of proposal: RuleProposal) -> [ConclusionChange] {
        proposal.preview.changes.changes.filter { !$0.isOfReasonAlone }
    }

    private static var failing: [Field<RuleTestOutcome>] {
        [
            .value("rule", "The rule's name.") { $0.rule },
            .value("sample", "Which of its samples: `match 2`, `no_match 1`.") { $0.sample },
            .value("expected", "The expected result.") { $0.expected },
            .value("got", "The actual result, in the same form.") { $0.got },
        ]
    }
}
