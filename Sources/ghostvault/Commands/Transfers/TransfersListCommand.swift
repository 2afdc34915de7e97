import ArgumentParser
import Engine
import Model
import Vault

struct TransfersListCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List transfers between your accounts, the newest first.",
        discussion: """
            With --review, lists transactions that could be a side of several transfers, each with \
            the candidates; "transfers mark" chooses one. Where many of them have one name on both \
            sides, it tells how to say that the name is yours.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Flag(help: "List what is left for you to choose.")
    var review = false

    @Option(help: "An account, by its name, a part of it, or its number.")
    var account: String?

    @OptionGroup var period: PeriodOptions

    @Option(help: "How many on a page. (default: \(usualLimit))")
    var limit: Int?

    @Option(help: "Which page, from 1. (default: 1)")
    var page: Int?

    @Flag(help: "Every transfer, on one page, those of hidden accounts too.")
    var all = false

    private static let usualLimit = 50

    func validate() throws {
        guard (1...100_000).contains(limit ?? 1) else {
            throw ValidationError("--limit must be from 1 to 100000.")
        }
        guard (1...1_000_000).contains(page ?? 1) else {
            throw ValidationError("--page must be from 1 to 1000000.")
        }
        guard !all || limit == nil && page == nil else {
            throw ValidationError("Give --all, or --limit and --page, not both.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let view = TransfersView(screen: screen, accounts: try engine.vault.accounts())
        let query = try query(engine)
        if review {
            try view.showReview(query, in: engine, asJSON: output.json)
        } else if output.json {
            try view.showJSON(query, in: engine.vault)
        } else {
            try view.show(query, in: engine.vault)
        }
    }

    private func query(_ engine: Engine) throws -> TransferQuery {
        var query = TransferQuery()
        query.account = try account.map { try engine.account(meantBy: $0).id }
        query.leavesOutHiddenAccounts = !all && account == nil
        query.days = period.days(asOf: try vault.moment().today)
        query.lastDay = try vault.lastDay()
        if !all {
            let limit = limit ?? Self.usualLimit
            query.limit = limit
            query.offset = ((page ?? 1) - 1) * limit
        }
        return query
    }
}
