import ArgumentParser
import Engine
import Insights
import Model
import SimpleFIN
import Terminal
import Vault

struct StatusCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the state of connections and banks.",
        discussion: """
            A bank needs attention if the last sync reported a problem with it or one of its \
            accounts. The report and what to do are below the table. A bank has no news if the \
            last sync failed, or the bridge reported a problem, and none of its accounts came. It \
            is incomplete if something of its accounts can't be read, and figures lack that.

            The exit code is 0; with --check it is 3 if something needs attention.

            Examples:
              ghostvault status
              ghostvault status --check && echo "all is well"
              ghostvault status --short
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: JSONOption

    @Flag(
        help:
            "Exit with 3 if a bank, an account, a sync, the watcher, a file or a handler needs attention."
    )
    var check = false

    @Flag(help: "Print one line, for a prompt or a status bar.")
    var short = false

    func validate() throws {
        guard !short || !output.json else {
            throw ValidationError("Give --short or --json, not both.")
        }
    }

    func run(on screen: Screen, reading engine: Engine) throws {
        try refuseEarlierDay(engine)
        let view = StatusView(screen: screen, engine: engine)
        if short {
            try view.showShort()
        } else if output.json {
            try view.showJSON()
        } else {
            try view.show()
        }
        if check, try StatusAttention(engine: engine).isNeeded() { throw PartialResult() }
    }
}

extension StatusCommand {
    /// Only the present state of connections is stored, not that of a day before the last sync. A
    /// clock that was ahead at that sync is no such question.
    private func refuseEarlierDay(_ engine: Engine) throws {
        guard vault.asOf != nil else { return }
        let moment = try vault.moment()
        let syncs = try engine.vault.connections().compactMap {
            try LastSyncs(of: $0, in: engine).newest?.startedAt
        }
        guard let newest = syncs.max(), moment.zone.day(at: newest) > moment.today else { return }
        throw ValidationError(
            "The state of \(moment.today) isn't known any more, since banks were read later. "
                + "For the syncs by then: ghostvault sync history")
    }
}

struct StatusView {
    let screen: Screen
    let engine: Engine

    func show() throws {
        let connections = try engine.vault.connections().filter { $0.kind == .simplefin }
        if connections.isEmpty {
            try screen.print("No bank is connected. \"ghostvault connect\" connects one.")
        }
        let health = try engine.vault.institutionHealth()
        let watcher = try engine.watcher()
        for (position, connection) in connections.enumerated() {
            if position > 0 { try screen.print() }
            try show(
                connection, health.filter { $0.connection == connection.id }, watcher)
        }
        if let holder = try engine.syncHolder() {
            try screen.print()
            let process = holder.process.map { " by process \($0)" } ?? ""
            try screen.print("A sync is under way\(process).", .accent)
        }
        if let watcher {
            try screen.print()
            try show(watcher)
        }
        try ContinuityView(screen: screen).show(of: engine, afterLine: true)
        try ReversedDebtsView(screen: screen).show(of: engine.vault, afterLine: true)
        try FailingCountsView(screen: screen, engine: engine).show(afterLine: true)
        try showInbox(watcher)
        try BackupState(of: engine.vault).show(on: screen)
        let broken = try engine.brokenFiles()
        if !broken.isEmpty { try screen.print() }
        for file in broken {
            try screen.print(
                SafeText.neutralised("\(file) has a mistake: ghostvault doctor"), .warning)
        }
    }

    private func showInbox(_ watcher: WatchState?) throws {
        let files = try DropFolder(engine.vault.folder).files()
        guard !files.isEmpty else { return }
        try screen.print()
        for file in files {
            let reason = watcher?.waitingFiles.first { $0.file == file.name }?.reason
            try screen.print(
                SafeText.neutralised("inbox/\(file.name) waits: \(reason ?? "not imported yet")"),
                .warning)
        }
        try screen.print(
            "  \"ghostvault import\" imports them. Move or delete what is no statement.", .warning)
    }

    private func show(
        _ connection: Connection, _ banks: [InstitutionHealth], _ watcher: WatchState?
    ) throws {
        try screen.print(SafeText.neutralised(connection.name), .heading)
        let left = try engine.requestsLeft(connection)
        let isRefused = try engine.refusesRequests(connection)
        try screen.print(
            "  requests   "
                + (isRefused
                    ? SyncView.words(requestsLeft: left, isRefused: true)
                    : "\(left)/\(SyncPlan.requestsADay) left today"),
            isRefused ? .warning : .muted)
        try showSyncs(of: connection, watcher)
        try showSetAside(of: connection)
        guard !banks.isEmpty else { return }
        try screen.print()
        let accounts = try engine.vault.accounts().filter { $0.connection == connection.id }
        var table = Table(columns: [
            .init("  bank", isFlexible: true), .init("state"),
            .init("accounts", alignment: .trailing, rank: 3), .init("last heard of", rank: 1),
            .init("complete until", rank: 2),
        ])
        let last = try LastSyncs(of: connection, in: engine)
        let unread = Set(try engine.vault.unreadableAccounts().map(\.institution))
        for bank in banks {
            let state = BankState(bank, last, isUnread: unread.contains(bank.id))
            table.add(
                .init("  " + bank.name), .init(state.rawValue, state.style),
                .init("\(bank.accounts)"),
                .init(
                    bank.lastReceivedAt.map {
                        Elapsed.text(seconds: engine.elapsed(since: $0))
                    } ?? "never", .muted),
                .init(
                    state == .unread
                        ? "" : lastWholeDay(of: bank, accounts).map { "\($0)" } ?? "", .muted))
        }
        try screen.print(table)
        for bank in banks {
            for message in bank.messages {
                try screen.print(
                    SafeText.neutralised("  \(bank.name): \(message.text.cut)"), .warning)
            }
        }
        for words in try UnreadableAccountsView.words(of: engine.vault) {
            try screen.print("  \(words)", .warning)
        }
        if banks.contains(where: { !$0.isWell }), let place = engine.host(of: connection) {
            try screen.print(
                SafeText.neutralised("  Sign in at \(place), then run: ghostvault sync"), .warning)
        }
    }

    private func showSyncs(of connection: Connection, _ watcher: WatchState?) throws {
        let last = try LastSyncs(of: connection, in: engine)
        guard last.newest != nil else {
            return try screen.print("  last sync  never yet; next: ghostvault sync", .warning)
        }
        if let answered = last.answered {
            try show(answered, as: "last sync")
        } else {
            try screen.print("  last sync  none with data", .warning)
        }
        guard let laterTry = last.laterTry else { return }
        try show(laterTry, as: "last try ", withoutData: true)
        if laterTry.failure == SimpleFINError.accessRefused.whatHappened {
            // Trying again brings nothing.
            try screen.print(
                SafeText.neutralised(
                    "  next step  a new setup token, then: "
                        + "ghostvault connect --replace \(connection.name.shellWord)"), .warning)
        } else if watcher == nil {
            let isRefused = try engine.refusesRequests(connection)
            try screen.print(
                "  next try   " + (isRefused ? "later: " : "") + "ghostvault sync", .warning)
        } else if let next = watcher?.nextSync(of: connection) {
            try screen.print("  next try   \(due(next))", .warning)
        }
    }

    private func show(
        _ sync: LastSync, as label: String, withoutData: Bool = false
    ) throws {
        try screen.print(
            "  \(label)  \(sync.words(engine, withoutData: withoutData))",
            sync.outcome == .complete ? .muted : .warning)
        for text in [sync.failure].compactMap(\.self) + sync.general.map(\.text.cut) {
            try screen.print("             " + SafeText.neutralised(text), .warning)
        }
    }

    func due(_ next: Int64) -> String {
        (engine.elapsed(since: next) > 0 ? "was due " : "") + LocalTime.text(next)
    }

    func showJSON() throws {
        let health = try engine.vault.institutionHealth()
        let accounts = try engine.vault.accounts()
        let watcher = try engine.watcher()
        let unread = Dictionary(grouping: try engine.vault.unreadableAccounts(), by: \.institution)
        let connections = try engine.vault.connections().filter { $0.kind == .simplefin }
            .map { connection in
                let ofConnection = accounts.filter { $0.connection == connection.id }
                let last = try LastSyncs(of: connection, in: engine)
                return ConnectionFacts(
                    connection: connection, requestsLeft: try engine.requestsLeft(connection),
                    isRefused: try engine.refusesRequests(connection), last: last,
                    nextSyncAt: watcher?.nextSync(of: connection),
                    setAside: try engine.vault.setAsideEntries(connection: connection.id),
                    banks: health.filter { $0.connection == connection.id }
                        .map {
                            BankFacts(
                                health: $0, last: last, unread: unread[$0.id] ?? [],
                                lastWholeDay: unread[$0.id] == nil
                                    ? lastWholeDay(of: $0, ofConnection) : nil)
                        })
            }
        let facts = Facts(
            needsAttention: try StatusAttention(engine: engine).isNeeded(),
            sync: try engine.syncHolder(), watcher: watcher,
            failing: try engine.vault.failingCounts(), brokenFiles: try engine.brokenFiles(),
            inbox: try DropFolder(engine.vault.folder).files().map(\.name),
            backup: try BackupState(of: engine.vault),
            continuity: try AccountContinuity.all(of: engine.vault), today: engine.today,
            connections: connections)
        try Self.report.printJSON(facts, on: screen)
    }

    struct Facts {
        let needsAttention: Bool
        let sync: LockHolder?
        let watcher: WatchState?
        let failing: FailingCounts
        let brokenFiles: [String]
        let inbox: [String]
        let backup: BackupState
        let continuity: [AccountContinuity]
        let today: CalendarDay
        let connections: [ConnectionFacts]
    }

    struct ConnectionFacts {
        let connection: Connection
        let requestsLeft: Int
        let isRefused: Bool
        let last: LastSyncs
        let nextSyncAt: Int64?
        let setAside: [SetAsideEntry]
        let banks: [BankFacts]
    }

    struct BankFacts {
        let health: InstitutionHealth
        let last: LastSyncs
        let unread: [UnreadableAccount]
        let lastWholeDay: CalendarDay?
    }

    static var report: Report<Facts> {
        let sync: [Field<Facts>] = [
            .value(
                "needs_attention",
                "Whether a bank, account, sync, file, action or the watcher needs attention."
            ) { $0.needsAttention },
            .value("sync_under_way", "Whether a process syncs the vault at this moment.") {
                $0.sync != nil
            },
            .value("sync_process", "Its number.") { $0.sync?.process.map(Int64.init) },
        ]
        let rest: [Field<Facts>] = [
            .values(
                "broken_files", "Files of the configuration, of rules and handlers with mistakes."
            ) { $0.brokenFiles },
            .values("inbox", "Files in the vault's inbox folder that wait to be imported.") {
                $0.inbox
            },
            .value(
                "automation_set_aside",
                "The number of handlers and actions set aside after too many failures."
            ) { $0.failing.setAside },
            .value("automation_tried_again", "The number of failures that will be retried.") {
                $0.failing.triedAgain
            },
            .values(
                "accounts_with_gaps",
                "Accounts with transactions missing in the last three months: `accounts check`."
            ) { facts in
                facts.continuity.filter { !$0.recentGaps(on: facts.today).isEmpty }.map(
                    \.account.id)
            },
            .values("silent_accounts", "Accounts without news for much longer than usual.") {
                $0.continuity.filter { $0.silence != nil }.map(\.account.id)
            },
            .list("connections", "The connections to bridges.", connections) { $0.connections },
        ]
        return Report(
            "status",
            fields: sync + WatchState.fields.of(\.watcher) + BackupState.fields.of(\.backup) + rest)
    }

    private static var connections: [Field<ConnectionFacts>] {
        let connection: [Field<ConnectionFacts>] = [
            .value("name", "The connection's name.") { $0.connection.name },
            .value("requests_left", "Requests left of the day, as this vault counts them.") {
                $0.requestsLeft
            },
            .value("requests_refused", "Whether the bridge refused the last sync as one too many.")
            { $0.isRefused },
            .value("requests_a_day", "24, the limit of the protocol's bridge.") { _ in
                SyncPlan.requestsADay
            },
        ]
        let rest: [Field<ConnectionFacts>] = [
            .value("next_sync_at", "When the next sync is due, in UTC.") {
                $0.nextSyncAt.map(Instant.text)
            },
            .value("failure", "Why it ended early, or what of it could not be read.") {
                $0.last.newest?.failure
            },
            .values("messages", "The bridge's messages about no single bank.") {
                $0.last.newest?.general.map(\.text) ?? []
            },
            .values("set_aside", "Entries that can't be stored exactly, and why.") {
                $0.setAside.map(\.words)
            },
            .list("banks", "The banks behind the bridge.", banks) { $0.banks },
        ]
        return connection + LastSyncs.fields.of(\.last) + rest
    }

    private static var banks: [Field<BankFacts>] {
        [
            .value("name", "The bank.") { $0.health.name },
            .value(
                "state",
                "`FAILURE` if a message needs attention, `NO_NEWS` if the last sync failed or "
                    + "reported a problem and had none of its accounts, `INCOMPLETE` if "
                    + "something of its accounts can't be read, else `SUCCESS`."
            ) { BankState($0.health, $0.last, isUnread: !$0.unread.isEmpty).code },
            .values("incomplete_accounts", "Those of which something can't be read.") {
                $0.unread.map(\.account)
            },
            .value("incomplete_since", "When the first of that came, in UTC; null for none.") {
                $0.unread.map(\.since).min().map(Instant.text)
            },
            .value("accounts", "How many accounts of it are known.") { $0.health.accounts },
            .value("last_heard_at", "When the bridge last listed one of them, in UTC.") {
                $0.health.lastReceivedAt.map(Instant.text)
            },
            .value("complete_until", "The last day until which all of them are known whole.") {
                $0.lastWholeDay
            },
            .values("messages", "The messages about the bank and its accounts.") {
                $0.health.messages.map(\.text)
            },
        ]
    }

    /// The last day that is complete for all of a bank's accounts.
    private func lastWholeDay(
        of bank: InstitutionHealth, _ accounts: [AccountRecord]
    ) -> CalendarDay? {
        let ends = accounts.filter { $0.institution == bank.name }.map { $0.coverage?.upperBound }
        return ends.contains(nil) ? nil : ends.compactMap { $0 }.min()?.adding(days: -1)
    }
}
