public import Automation
internal import Configuration
public import Outside
internal import Platform
internal import Scripting
internal import Vault

/// Something that a handler asked for and that is to be sent now.
public struct OutboxEntry: Sendable {
    /// The same for every attempt, so that a receiver can drop what it has
    /// already.
    public let messageID: String
    /// The handler's id.
    public let handler: String
    public let action: Action
    /// Of a webhook the message, of everything else nothing, as JSON.
    public let message: [UInt8]
    /// The event at which it was asked for, as the handler was told of it: one
    /// line of JSON.
    public let event: [UInt8]
    /// Counts from 1.
    public let attempt: Int
}

/// What came of sending.
public struct SendingReport: Hashable, Sendable {
    /// Something that was not done.
    public struct Failure: Hashable, Sendable {
        /// Whom it was for, such as `webhook phone`.
        public let target: String
        public let handler: String
        public let reason: String
        public let prospect: Prospect

        /// Whether it is not tried any more.
        public var isSetAside: Bool { prospect == .setAside }
    }

    /// Whether there is nothing to tell.
    var isEmpty: Bool { sent == 0 && switchedOff == 0 && failures.isEmpty }

    /// What becomes of something that was not done.
    public enum Prospect: Hashable, Sendable {
        case triedAgain
        /// It was broken off, and a watcher begins with it when it starts next.
        case doneAtStart
        /// It is done once what it needs is there.
        case waits
        /// It is not tried any more, unless the person wants it.
        case setAside
    }

    public internal(set) var sent = 0
    /// The targets of these.
    var sentTo: Set<String> = []
    /// How many notifications were not shown, since they are switched off.
    public internal(set) var switchedOff = 0
    public internal(set) var failures: [Failure] = []
}

extension Engine {
    /// Sends what handlers asked for of one target, as far as it is time for it;
    /// changes of transactions are not sent, but made by
    /// ``makeCorrections(settings:keeper:)``.
    ///
    /// It is sent in the order in which it was asked for, but for what goes on
    /// failing, which others pass. Everything is sent at least once: an attempt is
    /// kept before it is made. Targets can be sent to at the same time, each by one
    /// thread.
    ///
    /// - Parameters:
    ///   - target: one of ``EventRetries/actions``.
    ///   - isUnwanted: asked before each entry, with how long this takes by now; yes
    ///     ends this, and the entry has lost no attempt.
    ///   - send: sends one entry; may take its time. One that is broken off ends this
    ///     as well, without an attempt lost.
    /// - Throws: `VaultError`, after which this can be called again.
    public func sendWaiting(
        to target: String, settings: EventSettings = EventSettings(),
        unless isUnwanted: (_ passed: Duration) -> Bool = { _ in false },
        _ send: (OutboxEntry) -> DeliveryOutcome
    ) throws -> SendingReport {
        var report = SendingReport()
        let start = ContinuousClock.now
        while true {
            let due = try vault.actionsDue(for: target, at: moment.now)
            guard !due.isEmpty else { return report }
            guard report.failures.last?.prospect != .doneAtStart else { return report }
            for action in due {
                guard !isUnwanted(ContinuousClock.now - start) else { return report }
                guard try self.send(action, settings, &report, since: start, send) else { break }
                // It failed before, so others may work now.
                if action.attempts > 0 { try vault.hastenActions(for: target, at: moment.now) }
            }
        }
    }

    /// - Returns: whether what is behind it may be sent.
    private func send(
        _ stored: StoredAction, _ settings: EventSettings, _ report: inout SendingReport,
        since start: ContinuousClock.Instant, _ send: (OutboxEntry) -> DeliveryOutcome
    ) throws -> Bool {
        let attempt = stored.attempts + 1
        guard attempt <= settings.mostAttempts else {
            try end(
                stored, .refused(reason: "the program was ended at every attempt"), settings,
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
        // The person gave it up since it was read.
        guard !begun.isEmpty else { return true }
        let outcome = send(entry)
        // Seconds are counted whole, and the moment is that of the first entry.
        let ended = moment.now + (ContinuousClock.now - start).components.seconds
        try end(
            stored, outcome, settings, &report,
            nextTry: settings.nextTry(after: attempt, at: ended), at: ended + 1)
        return switch outcome {
        case .delivered, .unwanted: true
        case .tryAgain, .brokenOff, .waits, .refused: false
        }
    }

    /// - Parameters:
    ///   - nextTry: in POSIX seconds; nil where it is not tried again.
    ///   - instant: when it was answered, in POSIX seconds, rounded up; nil for the
    ///     engine's moment.
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

    /// What waits loses no attempt, but counts as one that failed: so it is seen to wait,
    /// and what is behind it waits as well.
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
    /// Nil where the action can't be read.
    fileprivate init?(_ stored: StoredAction) throws {
        guard let table = TableJSON.table(in: stored.action), let action = Action(table),
            var event = TableJSON.table(in: stored.event.fields)?.fields
        else { return nil }
        var message: [UInt8] = []
        if case .webhook(_, let table) = action {
            // An empty table of Lua is a list and has names; a message has names.
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

/// Carries out what handlers asked for outside of the vault, as far as the
/// configuration allows it.
struct ActionCarrier {
    let engine: Engine
    let settings: AutomationSettings
    /// Whether they say what may be reached: where the person's file is missing, they
    /// don't.
    let isListKnown: Bool
    /// The ids of all handlers; nil while some can't be read.
    let handlers: Set<String>?
    /// Where the desktop is, and what commands see.
    let environment: [String: String]

    /// - Parameter isUnwanted: asked while something takes its time; yes gives
    ///   it up, to be tried again.
    func carryOut(_ entry: OutboxEntry, unless isUnwanted: () -> Bool) -> DeliveryOutcome {
        guard !isUnwanted() else { return .brokenOff(reason: "the program was asked to end") }
        if let handlers, !handlers.contains(entry.handler) {
            return .refused(reason: "its handler is not there any more")
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
            return .unwanted(reason: "notifications are switched off in config/automation.toml")
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
                reason: "its key can't be used; \"ghostvault automation key \(name)\" says why")
        }
    }

    /// A file that is gone may come back, and says nothing of what stood in it.
    private func notListed(_ target: String) -> DeliveryOutcome {
        isListKnown
            ? .refused(reason: "config/automation.toml has no \(target) any more")
            : .waits(reason: "config/automation.toml, which has to list it, is not there")
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

    /// Does what is no reason to end a program that runs already.
    private func note(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            // How the attempt ends is kept by the same vault, and reports it.
        }
    }
}

extension Engine {
    /// Ends commands that outlived a watcher that was killed. They are run again as what
    /// was broken off.
    func endLeftCommands() throws {
        for command in try vault.runningCommands() {
            ProcessGroup(number: command.processGroup, started: command.started).end()
            try vault.noteEnded(commandOf: command.messageID)
        }
    }
}
