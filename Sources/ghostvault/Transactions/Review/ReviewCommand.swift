import ArgumentParser
import Classification
import Engine
import Insights
import Model
import Rules
import Terminal
import Vault

struct ReviewCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "Review the past month.",
        discussion: """
            At a terminal it first asks about uncertain transfers and pending charges. Then it \
            shows each payee with an uncertain category; you answer with a single key, or type \
            the name of a category. --all shows the others too. Payees with the most money or \
            transactions come first. Elsewhere, and with --list, it lists all payees. A confirmation \
            teaches like a correction, and is not asked again while the transaction stays the \
            same.

            Examples:
              ghostvault review
              ghostvault review --days 90 --list
              ghostvault review coffee oct
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var bare: PeriodAndWords

    @Option(help: "Days to look back. (default: 31)")
    var days: Int?

    @Flag(help: "List only; ask nothing.")
    var list = false

    @Flag(help: "List everything: what rules and lists decided, too.")
    var all = false

    func validate() throws {
        guard (1...3660).contains(days ?? 1) else {
            throw ValidationError("--days must be from 1 to 3660.")
        }
        guard days == nil || bare.period == nil else {
            throw ValidationError("Give --days or a period, not both.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let today = try vault.moment().today
        let end = today.adding(days: 1)
        let window = bare.period?.days(asOf: today) ?? end.adding(days: -(days ?? 31))..<end
        let text = bare.rest.isEmpty ? nil : bare.rest.joined(separator: " ")
        if output.format == nil, !list, Conversation.isPossible {
            try QuestionsView(screen: screen, engine: engine).show(asksOfDoubts: false)
            try RuleProposalView(screen: screen, engine: engine).showCount()
            try ReviewQueue.go(
                through: window, of: text, includingSure: all || text != nil, screen, engine)
        } else {
            try engine.vault.atOneMoment { try show(window, of: text, on: screen, engine) }
        }
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }

    private func show(
        _ days: Range<CalendarDay>, of text: String?, on screen: Screen, _ engine: Engine
    ) throws {
        let review = try engine.review(days).of(text)
        let view = ReviewView(
            screen: screen, categories: try engine.categories(), words: try ReasonWords(engine))
        if let format = output.format {
            let rows = review.groups.map { (group: $0, why: view.why($0)) }
            try ReviewView.report.print(rows, as: format, on: screen)
        } else {
            try view.show(review, days: days)
            try QuestionsView(screen: screen, engine: engine).show(afterLine: true)
            try RuleProposalView(screen: screen, engine: engine).showCount()
        }
    }
}

extension Review {
    /// The groups whose payee, or one of whose texts, has some words; all without any.
    func of(_ text: String?) -> Review {
        guard let search = text.map(TextSearch.init) else { return self }
        return filtered { group in
            search.finds(group.payee)
                || group.transactions.contains { search.finds($0.description) }
        }
    }
}

struct ReviewView {
    let screen: Screen
    let categories: CategoryTree
    let words: ReasonWords

    func show(_ review: Review, days: Range<CalendarDay>) throws {
        let count = review.groups.reduce(0) { $0 + $1.transactions.count }
        try screen.print(
            "\(days.lowerBound) to \(days.upperBound.adding(days: -1)): "
                + "\(Count.text(count, "transaction")) in \(Count.text(review.groups.count, "group"))",
            .heading)
        try warn(of: review)
        guard !review.groups.isEmpty else { return }
        try screen.print()
        var table = Table(columns: [
            .init("#", alignment: .trailing), .init("payee", isFlexible: true),
            .init("times", alignment: .trailing, rank: 3), .init("sum", alignment: .trailing),
            .init("category", isFlexible: true, rank: 1), .init("why", isFlexible: true, rank: 2),
        ])
        var isInSettled = false
        for group in review.groups {
            if group.isSettled, !isInSettled {
                table.addHeading(.init("Confirmed or corrected by you", .heading), inColumn: 1)
                isInSettled = true
            }
            table.add(
                .init(group.transactions.first.map { "\($0.id)" } ?? "", .muted),
                .init(group.payee), .init("\(group.transactions.count)"),
                .amount(group.total, withCurrency: !isOneCurrency(review)),
                .init(conclusion(of: group)), .init(why(group) ?? "", .muted))
        }
        try screen.print(table)
        try screen.print()
        guard let first = review.groups.first?.transactions.first?.id, !screen.isPage else {
            return
        }
        let spending = review.groups.first { $0.transactionClass == .expense }
        let correction =
            spending?.transactions.first.map { "\($0.id) --category dining" }
            ?? "\(first) --class transfer"
        try screen.print(
            "To correct one, by its number: ghostvault transactions set \(correction)", .muted)
        try screen.print("and for all of its payee: --all-from-payee", .muted)
        let transfer = review.groups.lazy.flatMap(\.transactions).first { $0.partner != nil }
        if let transfer {
            try screen.print(
                "A wrong transfer: ghostvault transfers unlink \(transfer.id)", .muted)
        }
        try screen.print("One that is right: ghostvault transactions confirm \(first)", .muted)
    }

    static var report: Report<(group: Review.Group, why: String?)> {
        Report(
            "review",
            .value("payee", "The payee.") { $0.group.payee },
            .value("class", "`income`, `expense`, `transfer` or `ignore`.") {
                $0.group.transactionClass.rawValue
            },
            .value("category", "The category's id; null for a split with several.") {
                $0.group.category
            },
            .value(
                "guess",
                "If the category is a guess, the least chance that it is right, in percent."
            ) { $0.group.guess },
            .value("settled", "Whether you confirmed or corrected all of them.") {
                $0.group.isSettled
            },
            .value("total", "The sum.") { $0.group.total },
            .value("currency", "The currency's code.") { $0.group.total.currency.code },
            .value("why", "Why, for the newest of them.") { $0.why },
            .values("transactions", "The numbers of the transactions, the oldest first.") {
                $0.group.transactions.map(\.id)
            })
    }

    func warn(of review: Review) throws {
        guard review.unclassified > 0 else { return }
        try screen.print(
            "\(Count.text(review.unclassified, "transaction")) not classified yet: ghostvault "
                + "apply-rules", .warning)
    }

    /// The reason for most transactions of a group, the newest's of several; nil for none.
    func why(_ group: Review.Group) -> String? {
        let reasons = group.transactions.reversed().compactMap { $0.tellingReason(in: words) }
        let counts = Dictionary(reasons.map { ($0, 1) }, uniquingKeysWith: +)
        let largest = counts.values.max()
        let most = reasons.first { counts[$0] == largest }
        return most.map { reason in
            counts.count == 1
                ? reason : "\(counts[reason] ?? 0) of \(group.transactions.count): \(reason)"
        }
    }

    /// Of spending the category's name, with a mark if it is a guess; of all else the class.
    func conclusion(of group: Review.Group) -> String {
        guard group.transactionClass == .expense else { return group.transactionClass.rawValue }
        guard let id = group.category else { return "split" }
        return Verdict.marked(categories[id]?.name ?? id, isGuess: group.guess != nil)
    }

    /// A note that some payees are skipped; nil for none.
    static func words(settled: Int) -> String? {
        guard settled > 0 else { return nil }
        return "\(Count.text(settled, "payee")) that you confirmed or corrected: ghostvault review "
            + "--list"
    }

    private func isOneCurrency(_ review: Review) -> Bool {
        Set(review.groups.map(\.total.currency)).count <= 1
    }
}

/// Open questions about the banks' data that only the person can answer.
struct QuestionsView {
    let screen: Screen
    let engine: Engine

    /// - Parameters:
    ///   - afterLine: whether to print an empty line first.
    ///   - lastDay: the last day whose transfers count.
    ///   - asksOfMissing: whether to list transactions that banks no longer list; false after a
    ///     sync, which has just done so.
    ///   - asksOfDoubts: whether to tell of holds and transfers in doubt; false where each is
    ///     asked about.
    func show(
        afterLine: Bool = false, through lastDay: CalendarDay? = nil, asksOfMissing: Bool = true,
        asksOfDoubts: Bool = true
    ) throws {
        let holds = asksOfDoubts ? try engine.vault.doubtfulHoldCount() : 0
        let missing = asksOfMissing ? try engine.vault.missingTransactions() : []
        let offers = try engine.mergeOffers().filter(\.countsTwice)
        let transfers =
            asksOfDoubts ? try engine.vault.doubtfulTransfers(through: lastDay) : []
        guard holds > 0 || !missing.isEmpty || !offers.isEmpty || !transfers.isEmpty else { return }
        if afterLine { try screen.print() }
        if holds > 0 {
            try screen.print(
                "\(Count.text(holds, "pending charge")) may match several transactions: ghostvault "
                    + "transactions holds", .warning)
        }
        if let words = SyncView.words(missing: missing) { try screen.print(words, .warning) }
        try TransfersInDoubtView(screen: screen).show(transfers)
        if !offers.isEmpty {
            try screen.print(
                "\(Count.text(offers.count, "account")) may continue as another and count twice "
                    + "until you decide: ghostvault accounts", .warning)
        }
    }
}
