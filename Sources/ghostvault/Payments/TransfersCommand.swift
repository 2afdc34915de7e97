import ArgumentParser
import Engine
import Model
import Terminal
import Vault

struct TransfersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfers",
        abstract: "List, pair and separate transfers.",
        subcommands: [
            TransfersListCommand.self, TransfersMarkCommand.self, TransfersUnlinkCommand.self,
        ],
        defaultSubcommand: TransfersListCommand.self)
}

struct TransfersListCommand: ReportCommand, CommandWithWords {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List transfers between your accounts.",
        discussion: """
            With --review, lists transactions that could belong to several transfers, each with \
            its candidates; "transfers mark" chooses one. If many have the same name on both \
            sides, the command shows how to declare it as yours.

            Examples:
              ghostvault transfers last month
              ghostvault transfers --account checking 2025
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "List transfers that need your choice.")
    var review = false

    @Option(help: "An account: its name, part of it, or its number.")
    var account: String?

    @OptionGroup var period: PeriodOptions
    @OptionGroup var bare: PeriodArgument

    @OptionGroup var pages: PageOptions

    @Flag(help: "List everything on one page: hidden accounts, too.")
    var all = false

    func validate() throws { try pages.validate(isAll: all) }

    func run(on screen: Screen, reading engine: Engine) throws {
        let view = TransfersView(screen: screen, accounts: try engine.vault.accounts())
        let query = try query(engine)
        if review {
            try view.showReview(query, in: engine, as: output.format)
        } else if let format = output.format {
            let transfers = try engine.vault.transfers(query)
            try TransfersView.report.print(view.rows(transfers), as: format, on: screen)
        } else {
            try view.show(query, in: engine.vault)
        }
    }

    private func query(_ engine: Engine) throws -> TransferQuery {
        var query = TransferQuery()
        query.account = try account.map { try engine.account(meantBy: $0).id }
        query.leavesOutHiddenAccounts = !all && account == nil
        query.days = try period.days(asOf: try vault.moment().today, or: bare.period)
        query.lastDay = try vault.lastDay()
        if let page = pages.page(isWhole: all || output.format != nil) {
            (query.limit, query.offset) = (page.limit, page.offset)
        }
        return query
    }
}

struct TransfersMarkCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Pair two transactions as a transfer.",
        discussion: """
            They must be in two accounts, one outgoing and one incoming, with equal amounts unless \
            their currencies differ. If less arrived than was sent, the difference counts as a fee \
            that you spent. This takes precedence over your earlier decisions and rules, \
            and frees the earlier partners. With one number, the command lists the candidates. \
            "ghostvault undo" reverts it.
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The number of one side.")
    var one: TransactionNumber

    @Argument(help: "The number of the other side. Without it, you choose one.")
    var other: TransactionNumber?

    func validate() throws {
        guard other != nil || !output.json else {
            throw ValidationError("--json needs both sides: ghostvault transfers mark 870 912.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let side = try vault.number(one, in: engine)
        let chosen =
            try other.map { try vault.number($0, in: engine) }
            ?? choose(besides: side, engine, on: screen)
        guard let chosen else { return try screen.note("Nothing was changed.") }
        let marked = try engine.markTransfer(side, chosen)
        let (transfer, report) = (marked.transfer, marked.report)
        let view = TransfersView(screen: screen, accounts: try engine.vault.accounts())
        if output.json {
            try view.showJSON([transfer], freed: marked.freed, report)
        } else {
            try view.show([transfer])
            try FreedTransfersView(screen: screen).show(marked)
            try view.show(report, of: engine)
            try view.show(noTransfers: [transfer], orElse: .explain)
            try AlikeTransfersView(screen: screen).show(engine.doubtfulPairs(like: transfer))
        }
        if let status = report.exitStatus { throw PartialResult(status) }
    }

    /// The other side that the person chooses; nil for none.
    private func choose(besides side: Int64, _ engine: Engine, on screen: Screen) throws -> Int64? {
        guard let record = try engine.vault.transaction(side) else {
            throw EngineError.noSuchTransaction(side)
        }
        let partners = Array(try engine.possiblePartners(of: side).prefix(Self.mostShown))
        guard !partners.isEmpty else {
            throw NothingToChange(
                reason: "No transaction fits \(side): none in another account has the opposite "
                    + "amount within two weeks.")
        }
        guard Conversation.isPossible, screen.capabilities.isTerminal else {
            throw NobodyToAsk(
                question: "Which transaction is the other side of \(side)?",
                advice: "Write both numbers, as in ghostvault transfers mark 870 912")
        }
        let rows = try CandidatesView(screen: screen, accounts: engine.vault.accounts())
        try rows.show(record, candidates: partners)
        while let answer = try Conversation(screen: screen).ask(
            "Which transaction is the other "
                + "side?")
        {
            if answer.isEmpty { return nil }
            if let number = Int(answer), partners.indices.contains(number - 1) {
                return partners[number - 1].id
            }
            try screen.note("Enter a number from 1 to \(partners.count), or Enter for none.")
        }
        return nil
    }

    private static let mostShown = 9
}

/// A transaction with its candidates, numbered.
struct CandidatesView {
    let screen: Screen
    let accounts: [AccountRecord]

    func show(_ record: TransactionRecord, candidates: [TransactionRecord]) throws {
        var table = Table(columns: [
            .init("", alignment: .trailing), .init(""), .init("", isName: true, rank: 1),
            .init("", alignment: .trailing), .init("", isFlexible: true, rank: 2),
        ])
        let rows = [("", record)] + candidates.enumerated().map { ("\($0 + 1)", $1) }
        for (number, row) in rows {
            table.add(
                .init(number, .accent), .init("\(row.day)", .muted),
                .init(accounts.first { $0.id == row.account }?.name ?? ""), .amount(row.amount),
                .init(row.description))
        }
        try screen.print(table)
    }
}

/// The effect of marking a pair: what it was before, and which partners it freed.
struct FreedTransfersView {
    let screen: Screen

    func show(_ marked: MarkedTransfer) throws {
        switch marked.before {
        case .strangers: break
        case .found:
            try screen.print("They were already paired automatically; now you have confirmed it")
        case .marked: try screen.print("You had already paired them")
        }
        for freed in marked.freed {
            try screen.print(
                SafeText.neutralised(
                    "\(freed.record.id) was paired with \(freed.formerPartner) and is free again: "
                        + Self.words(freed.record)))
        }
    }

    /// The transaction's current state.
    private static func words(_ record: TransactionRecord) -> String {
        if let partner = record.partner { return "paired with \(partner) now" }
        guard let decided = record.verdict?.transactionClass else { return "not classified yet" }
        return "\(decided.value.rawValue) now, \(decided.reason.text)"
    }
}

/// Suggestions to mark similar uncertain pairs.
struct AlikeTransfersView {
    let screen: Screen

    private static let shown = 12

    func show(_ pairs: [(sender: TransactionRecord, receiver: TransactionRecord)]) throws {
        guard !pairs.isEmpty else { return }
        try screen.print()
        try screen.print(
            "\(Count.text(pairs.count, "pair")) in doubt \(pairs.count == 1 ? "looks" : "look") "
                + "the same. For those that are transfers:")
        for pair in pairs.prefix(Self.shown) {
            try screen.print(
                "  ghostvault transfers mark \(pair.sender.id) \(pair.receiver.id)", .muted)
        }
        if pairs.count > Self.shown {
            try screen.print(
                "  and \(pairs.count - Self.shown) more: ghostvault transfers --review", .muted)
        }
    }
}

struct TransfersUnlinkCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlink",
        abstract: "Mark two transactions as not a transfer.",
        discussion: """
            They are never paired again. "ghostvault undo" and "transfers mark" revert it.
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The number of one side.")
    var one: TransactionNumber

    @Argument(help: "The number of the other side. (default: its current partner)")
    var other: TransactionNumber?

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let (sides, report) = try engine.unlinkTransfer(
            vault.number(one, in: engine), other.map { try vault.number($0, in: engine) })
        let view = TransfersView(screen: screen, accounts: try engine.vault.accounts())
        if output.json {
            try view.showJSON([], report)
        } else {
            let numbers = sides.map { "\($0.id)" }.joined(separator: " and ")
            try screen.print("\(numbers) will never be paired as a transfer")
            try view.show(report, of: engine)
            try view.show(stillTransfers: sides)
        }
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}
