public import Automation
internal import Configuration
internal import Platform
internal import Scripting
internal import Vault

/// An action in the outbox that is due.
public struct OutboxEntry: Sendable {
    /// The same for every attempt, so that a receiver can drop duplicates.
    public let messageID: String
    /// The handler's id.
    public let handler: String
    public let action: Action
    /// The JSON message of a webhook; empty otherwise.
    public let message: [UInt8]
    /// The event that the handler received, as one line of JSON.
    public let event: [UInt8]
    /// The number of the attempt, from 1.
    public let attempt: Int
}

/// The outcome of sending.
public struct SendingReport: Hashable, Sendable {
    /// An action that was not carried out.
    public struct Failure: Hashable, Sendable {
        /// The target, such as `webhook phone`.
        public let target: String
        public let handler: String
        public let reason: String
        public let prospect: Prospect

        /// Whether it is not retried.
        public var isSetAside: Bool { prospect == .setAside }
    }

    /// Whether there is nothing to report.
    var isEmpty: Bool { sent == 0 && switchedOff == 0 && failures.isEmpty }

    /// The fate of an action that failed.
    public enum Prospect: Hashable, Sendable {
        case triedAgain
        /// It was interrupted, and the next watcher starts with it.
        case doneAtStart
        /// It runs once its precondition is met.
        case waits
        /// It is not retried unless the user asks for it.
        case setAside
    }

    public internal(set) var sent = 0
    /// The targets that received something.
    var sentTo: Set<String> = []
    /// The number of notifications suppressed because they are switched off.
    public internal(set) var switchedOff = 0
    public internal(set) var failures: [Failure] = []
}

extension Engine {
    /// Sends the due actions of one target. Corrections are not sent;
    /// ``makeCorrections(settings:cache:handlers:)`` applies them.
    ///
    /// Actions are sent in request order, but later ones pass an action that keeps failing.
    /// Delivery is at least once: an attempt is stored before it is made. Different targets can
    /// be sent to at the same time, each by one thread.
    ///
    /// - Parameters:
    ///   - target: a key of ``EventRetries/actions``.
    ///   - isUnwanted: checked before each entry with the time spent so far; true stops, and
    ///     the entry loses no attempt.
    ///   - stopwatch: the time spent since the call; nil for that of the machine's clock.
    ///   - send: sends one entry, and may block. An interrupted entry stops sending as well,
    ///     and loses no attempt.
    /// - Throws: `VaultError`. The call can be repeated.
    public func sendWaiting(
        to target: String, settings: EventSettings = EventSettings(),
        unless isUnwanted: (_ passed: Duration) -> Bool = { _ in false },
        stopwatch: (() -> Duration)? = nil, _ send: (OutboxEntry) -> DeliveryOutcome
    ) throws -> SendingReport {
        var report = SendingReport()
        let start = ContinuousClock.now
        let passed = stopwatch ?? { ContinuousClock.now - start }
        while true {
            let due = try vault.actionsDue(for: target, at: moment.now)
            guard !due.isEmpty else { return report }
            guard report.failures.last?.prospect != .doneAtStart else { return report }
            for action in due {
                guard !isUnwanted(passed()) else { return report }
                guard try self.send(action, settings, &report, passed, send) else { break }
                // The target works again, so the others may work too.
                if action.attempts > 0 { try vault.hastenActions(for: target, at: moment.now) }
            }
        }
    }

    /// - Returns: whether the following actions may be sent.
    private func send(
        _ stored: StoredAction, _ settings: EventSettings, _ report: inout SendingReport,
        _ passed: () -> Duration, _ send: (OutboxEntry) -> DeliveryOutcome
    ) throws -> Bool {
        let attempt = stored.attempts + 1
        guard attempt <= settings.mostAttempts else {
            try end(
                stored, .refused(reason: "the program was killed at every attempt"), settings,
                &report)
            return false
        }
        guard let entry = try OutboxEntry(stored) else {
            try end(
                stored, .refused(reason: "it is damaged, or of another version"), settings, &report)
            return false
        }
        let nextTry = settings.nextTry(after: attempt, at: moment.now)
        let begun = try vault.beginAttempt(at: [stored.id], nextTry: nextTry ?? moment.now)
        // The user gave it up in the meantime.
        guard !begun.isEmpty else { return true }
        let outcome = send(entry)
        // Seconds are whole, and the engine's moment is that of the first entry.
        let ended = moment.now + passed().components.seconds
        try end(
            stored, outcome, settings, &report,
            nextTry: settings.nextTry(after: attempt, at: ended), at: ended + 1)
        return switch outcome {
        case .delivered, .unwanted: true
        case .tryAgain, .brokenOff, .waits, .refused: false
        }
    }

    /// - Parameters:
    ///   - nextTry: POSIX seconds; nil if it is not retried.
    ///   - instant: the time of the response in POSIX seconds, rounded up; nil for the engine's
    ///     moment.
    func end(
        _ stored: StoredAction, _ outcome: DeliveryOutcome, _ settings: EventSettings,
        _ report: inout SendingReport, nextTry: Int64? = nil, at instant: Int64? = nil
    ) throws {
        let reason: String
        let next: Int64?
        var notBefore: Int64 = 0
        switch outcome {
        case .brokenOff(let why):
            try vault.takeBackAttempt(
                at: stored.id, leaving: stored.attempts, reason: why, nextTry: moment.now)
            report.failures.append(
                SendingReport.Failure(
                    target: stored.target, handler: stored.handler, reason: why,
                    prospect: .doneAtStart))
            return
        case .unwanted(let why):
            try vault.endAttempt(at: stored.id, .dismissed, reason: why)
            report.switchedOff += 1
            return
        case .waits(let why):
            return try postpone(stored, settings, why, &report)
        case .delivered:
            try vault.endAttempt(at: stored.id, .done)
            report.sent += 1
            report.sentTo.insert(stored.target)
            return
        case .tryAgain(let why, let after):
            reason = why
            next = nextTry
            if let after { notBefore = (instant ?? moment.now) + after.components.seconds }
        case .refused(let why):
            reason = why
            next = nil
        }
        try vault.endAttempt(
            at: stored.id, next == nil ? .setAside : .waiting, reason: reason, nextTry: next ?? 0,
            notBefore: next == nil ? 0 : notBefore)
        report.failures.append(
            SendingReport.Failure(
                target: stored.target, handler: stored.handler, reason: reason,
                prospect: next == nil ? .setAside : .triedAgain))
    }

    /// Records that an action waits. It loses no attempt but counts as failed, so it is
    /// visible, and later actions wait too.
    private func postpone(
        _ stored: StoredAction, _ settings: EventSettings, _ reason: String,
        _ report: inout SendingReport
    ) throws {
        try vault.takeBackAttempt(
            at: stored.id, leaving: min(max(1, stored.attempts), settings.mostAttempts - 1),
            reason: reason, nextTry: moment.now + min(settings.untilConfigured, 3600))
        report.failures.append(
            SendingReport.Failure(
                target: stored.target, handler: stored.handler, reason: reason,
                prospect: .waits))
    }
}

extension OutboxEntry {
    /// Nil if the action can't be read.
    fileprivate init?(_ stored: StoredAction) throws {
        guard let table = TableJSON.table(in: stored.action), let action = Action(table),
            var event = TableJSON.table(in: stored.event.fields)?.fields
        else { return nil }
        var message: [UInt8] = []
        if case .webhook(_, let table) = action {
            // An empty Lua table could be a list or an object; a message is an object.
            let isEmpty = table.array.isEmpty && table.fields.isEmpty
            message = Array((isEmpty ? "{}" : try TableJSON.text(of: table)).utf8)
        }
        event["kind"] = .string(String(stored.subscription.prefix { $0 != " " }))
        event["day"] = .string("\(stored.event.day)")
        self.init(
            messageID: stored.messageID, handler: stored.handler, action: action,
            message: message,
            event: Array(try TableJSON.text(of: ScriptTable(fields: event)).utf8),
            attempt: stored.attempts + 1)
    }
}

/// A runner of the actions that leave the vault, within what the configuration allows.
struct ActionCarrier {
    let engine: Engine
    let settings: AutomationSettings
    /// Whether the settings list what handlers may reach. Without the user's file they don't.
    let isListKnown: Bool
    /// The ids of all handlers; nil if some can't be read.
    let handlers: Set<String>?
    /// The environment for reaching the desktop and for commands.
    let environment: [String: String]

    /// - Parameter isUnwanted: checked while an action takes long; true interrupts it, to be
    ///   retried.
    func carryOut(_ entry: OutboxEntry, unless isUnwanted: () -> Bool) -> DeliveryOutcome {
        guard !isUnwanted() else { return .brokenOff(reason: "the program was stopped") }
        if let handlers, !Handler.isKnown(entry.handler, among: handlers) {
            return .refused(reason: "its handler no longer exists")
        }
        switch entry.action {
        case .notify(let notification): return show(notification)
        case .webhook(let name, _): return send(entry, to: name, unless: isUnwanted)
        case .run(let command, let arguments):
            return run(command, arguments, at: entry, unless: isUnwanted)
        case .correct: return .refused(reason: "changes of transactions are not sent")
        }
    }

    private func show(_ notification: Notification) -> DeliveryOutcome {
        guard settings.notifiesDesktop else {
            return .unwanted(reason: "notifications are disabled in config/automation.toml")
        }
        return DesktopNotifications(environment: environment).show(
            title: notification.title, text: notification.text, isUrgent: notification.isUrgent)
    }

    private func send(
        _ entry: OutboxEntry, to name: String, unless isUnwanted: () -> Bool
    ) -> DeliveryOutcome {
        guard let destination = settings.webhooks[name] else {
            return notListed("webhook \"\(name)\"")
        }
        do {
            return Webhook(
                to: destination, key: try engine.webhookKey(of: name), environment: environment
            ).send(
                entry.message, id: entry.messageID, secondsSinceEpoch: Vault.systemClock(),
                unless: isUnwanted)
        } catch {
            return .tryAgain(
                reason: "its key can't be used; \"ghostvault automation key \(name)\" shows why")
        }
    }

    /// The outcome for an unlisted target. If the file is missing it may come back, and its
    /// content is unknown.
    private func notListed(_ target: String) -> DeliveryOutcome {
        isListKnown
            ? .refused(reason: "config/automation.toml no longer has \(target)")
            : .waits(reason: "config/automation.toml, which must list it, is missing")
    }

    private func run(
        _ name: String, _ arguments: [String], at entry: OutboxEntry, unless isUnwanted: () -> Bool
    ) -> DeliveryOutcome {
        guard let command = settings.commands[name] else {
            return notListed("command \"\(name)\"")
        }
        let outcome = command.run(
            arguments: arguments, event: entry.event + [UInt8(ascii: "\n")],
            environment: environment,
            noteStart: { group in
                note {
                    try engine.vault.noteStarted(
                        RunningCommand(
                            messageID: entry.messageID, processGroup: group.number,
                            started: group.started))
                }
            }, unless: isUnwanted)
        note { try engine.vault.noteEnded(commandOf: entry.messageID) }
        return outcome
    }

    /// Ignores errors: they are no reason to end a running program.
    private func note(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            // The attempt's outcome is stored in the same vault, which reports the error.
        }
    }
}

extension Engine {
    /// Ends commands that outlived a killed watcher. They run again as interrupted actions.
    func endLeftCommands() throws {
        for command in try vault.runningCommands() {
            ProcessGroup(number: command.processGroup, started: command.started).end()
            try vault.noteEnded(commandOf: command.messageID)
        }
    }
}
