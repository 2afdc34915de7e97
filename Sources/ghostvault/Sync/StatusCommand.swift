import ArgumentParser
import Engine
import Model
import Terminal
import Vault

struct StatusCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "How each connection and each of its banks is doing.",
        discussion: """
            A bank is FAILURE where the last sync said that something is wrong with it or with one \
            of its accounts; what was said stands below it.

            Exit code 0, whatever is shown; with --check 3 where something needs attention.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Flag(
        help: """
            End with 3 where a bank, a sync, the watcher, a file or what handlers asked for needs \
            attention.
            """)
    var check = false

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let view = StatusView(screen: screen, engine: engine)
        if output.json { try view.showJSON() } else { try view.show() }
        if check, try StatusAttention(engine: engine).isNeeded() { throw PartialResult() }
    }
}

struct StatusView {
    let screen: Screen
    let engine: Engine

    func show() throws {
        let connections = try engine.vault.connections().filter { $0.kind == .simplefin }
        if connections.isEmpty {
            try screen.print("No bank is connected. \"ghostvault connect\" connects some.")
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
        try ReversedDebtsView(screen: screen).show(of: engine.vault, afterLine: true)
        try FailingCountsView(screen: screen, engine: engine).show(afterLine: true)
    }

    private func show(_ watcher: WatchState) throws {
        let since = Elapsed.text(seconds: engine.elapsed(since: watcher.since))
        try screen.print("Watched by process \(watcher.process), started \(since)", .accent)
        if let syncing = watcher.syncing {
            try screen.print(SafeText.neutralised("  syncing \(syncing)"))
        }
        if let next = watcher.nextSyncAt {
            try screen.print(
                "  next sync  " + (watcher.syncing == nil ? due(next) : LocalTime.text(next)))
        }
        if let error = watcher.lastError {
            let ago = watcher.lastErrorAt.map {
                Elapsed.text(seconds: engine.elapsed(since: $0)) + ": "
            }
            try screen.print(
                SafeText.neutralised("  last error \(ago ?? "")\(error)"), .warning)
            if let remedy = watcher.lastRemedy, !remedy.isEmpty {
                try screen.print("             " + SafeText.neutralised(remedy), .warning)
            }
        }
        for file in watcher.brokenFiles {
            try screen.print(SafeText.neutralised("  has a mistake: \(file)"), .warning)
        }
    }

    private func show(
        _ connection: Connection, _ banks: [InstitutionHealth], _ watcher: WatchState?
    ) throws {
        try screen.print(SafeText.neutralised(connection.name), .heading)
        let left = try engine.requestsLeft(connection)
        try screen.print("  requests   \(left)/\(SyncPlan.requestsADay) left today")
        try showSyncs(of: connection, watcher)
        guard !banks.isEmpty else { return }
        try screen.print()
        let accounts = try engine.vault.accounts().filter { $0.connection == connection.id }
        var table = Table(columns: [
            .init("  bank", isFlexible: true), .init("state"),
            .init("accounts", alignment: .trailing), .init("last heard of"),
            .init("complete until"),
        ])
        for bank in banks {
            table.add(
                .init("  " + bank.name),
                .init(state(bank), bank.isWell ? .positive : .negative),
                .init("\(bank.accounts)"),
                .init(
                    bank.lastReceivedAt.map {
                        Elapsed.text(seconds: engine.elapsed(since: $0))
                    } ?? "never", .muted),
                .init(lastWholeDay(of: bank, accounts).map { "\($0)" } ?? "", .muted))
        }
        try screen.print(table)
        for bank in banks {
            for message in bank.messages {
                try screen.print(
                    SafeText.neutralised("  \(bank.name): \(message.text.cut)"), .warning)
            }
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
            try screen.print("  last sync  none that brought anything", .warning)
        }
        guard let laterTry = last.laterTry else { return }
        try show(laterTry, as: "last try ")
        if watcher == nil {
            try screen.print("  next try   ghostvault sync", .warning)
        } else if let next = watcher?.nextSync(of: connection) {
            try screen.print("  next try   \(due(next))", .warning)
        }
    }

    private func show(_ sync: LastSync, as label: String) throws {
        try screen.print(
            "  \(label)  \(sync.words(engine))", sync.outcome == .complete ? .muted : .warning)
        for text in [sync.failure].compactMap(\.self) + sync.general.map(\.text.cut) {
            try screen.print("             " + SafeText.neutralised(text), .warning)
        }
    }

    private func due(_ next: Int64) -> String {
        (engine.elapsed(since: next) > 0 ? "was due " : "") + LocalTime.text(next)
    }

    func showJSON() throws {
        let health = try engine.vault.institutionHealth()
        let accounts = try engine.vault.accounts()
        let holder = try engine.syncHolder()
        let watcher = try engine.watcher()
        let failing = try engine.vault.failingCounts()
        let connections = try engine.vault.connections().filter { $0.kind == .simplefin }
            .map { connection in
                (
                    connection: connection, left: try engine.requestsLeft(connection),
                    last: try LastSyncs(of: connection, in: engine),
                    banks: health.filter { $0.connection == connection.id }
                )
            }
        var json = JSONWriter(.pretty, to: screen.output)
        let needsAttention = try StatusAttention(engine: engine).isNeeded()
        json.object { object in
            object.field("needs_attention", needsAttention)
            object.field("sync_under_way", holder != nil)
            object.field("sync_process", holder?.process.map(Int64.init))
            write(watcher, to: &object)
            object.field("automation_set_aside", failing.setAside)
            object.field("automation_tried_again", failing.triedAgain)
            object.array("connections") { list in
                for entry in connections {
                    list.object { object in
                        object.field("name", entry.connection.name)
                        object.field("requests_left", entry.left)
                        object.field("requests_a_day", SyncPlan.requestsADay)
                        object.write(entry.last)
                        object.field("next_sync_at", watcher?.nextSync(of: entry.connection))
                        object.field("failure", entry.last.newest?.failure)
                        object.array("messages") { list in
                            for message in entry.last.newest?.general ?? [] {
                                list.element(message.text)
                            }
                        }
                        object.array("banks") { list in
                            for bank in entry.banks {
                                list.object { object in
                                    object.field("name", bank.name)
                                    object.field("state", state(bank))
                                    object.field("accounts", bank.accounts)
                                    object.field("last_heard_at", bank.lastReceivedAt)
                                    object.field(
                                        "complete_until",
                                        lastWholeDay(
                                            of: bank,
                                            accounts.filter {
                                                $0.connection == entry.connection.id
                                            }
                                        ).map { "\($0)" })
                                    object.array("messages") { list in
                                        for message in bank.messages { list.element(message.text) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        try json.flush()
    }

    private func write(_ watcher: WatchState?, to object: inout JSONObject) {
        object.field("watched", watcher != nil)
        object.field("watch_process", watcher.map { Int64($0.process) })
        object.field("watch_since", watcher?.since)
        object.field("watch_syncing", watcher?.syncing)
        object.field("next_sync_at", watcher?.nextSyncAt)
        object.field("watch_error", watcher?.lastError)
        object.field("watch_error_at", watcher?.lastErrorAt)
        object.field("watch_remedy", watcher?.lastRemedy)
        object.array("broken_files") { list in
            for file in watcher?.brokenFiles ?? [] { list.element(file) }
        }
    }

    private func state(_ bank: InstitutionHealth) -> String { bank.isWell ? "SUCCESS" : "FAILURE" }

    /// The last day that is complete for all of a bank's accounts.
    private func lastWholeDay(
        of bank: InstitutionHealth, _ accounts: [AccountRecord]
    ) -> CalendarDay? {
        let ends = accounts.filter { $0.institution == bank.name }.map { $0.coverage?.upperBound }
        return ends.contains(nil) ? nil : ends.compactMap { $0 }.min()?.adding(days: -1)
    }
}

/// Whether something in a vault's status needs attention.
struct StatusAttention {
    let engine: Engine

    func isNeeded() throws -> Bool {
        if let watcher = try engine.watcher(),
            watcher.lastError != nil || !watcher.brokenFiles.isEmpty
        {
            return true
        }
        if try engine.vault.failingCounts().setAside > 0 { return true }
        if try engine.vault.institutionHealth().contains(where: { !$0.isWell }) { return true }
        let isSyncing = try engine.syncHolder() != nil
        return try engine.vault.connections().contains { connection in
            guard connection.kind == .simplefin else { return false }
            switch try engine.vault.lastSync(connection: connection.id)?.outcome {
            case .complete, .stopped: return false
            case .running, nil: return !isSyncing
            case .partial, .failed: return true
            }
        }
    }
}

/// A connection's last sync that brought data, and the last attempt if that differs.
struct LastSyncs {
    let answered: LastSync?
    /// A later attempt without data: it failed, was stopped or is unfinished.
    let laterTry: LastSync?

    init(of connection: Connection, in engine: Engine) throws {
        answered = try engine.vault.lastAnsweredSync(connection: connection.id)
        let newest = try engine.vault.lastSync(connection: connection.id)
        laterTry = newest?.id == answered?.id ? nil : newest
    }

    /// The newest sync, however it ended.
    var newest: LastSync? { laterTry ?? answered }
}

extension LastSync {
    /// The start and outcome, "2 hours ago, complete".
    func words(_ engine: Engine) -> String {
        "\(Elapsed.text(seconds: engine.elapsed(since: startedAt))), \(outcome.words)"
    }

    /// The messages that aren't about a single bank.
    var general: [StoredMessage] { messages.filter { $0.institution == nil } }
}

extension JSONObject {
    /// Writes the fields about a connection's syncs.
    mutating func write(_ last: LastSyncs) {
        field("last_sync_at", last.newest?.startedAt)
        field("last_sync", last.newest?.outcome.rawValue)
        field("last_answered_sync_at", last.answered?.startedAt)
        field("last_answered_sync", last.answered?.outcome.rawValue)
    }
}

extension SyncOutcome {
    /// The outcome, phrased to follow a time.
    var words: String {
        switch self {
        case .running: "not finished"
        case .complete: "complete"
        case .partial: "in part"
        case .failed: "failed"
        case .stopped: "stopped"
        }
    }
}
