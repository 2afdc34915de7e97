public import Automation
public import Outside
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
        /// Whether it is not tried any more.
        public let isSetAside: Bool
    }

    public internal(set) var sent = 0
    /// The targets of these.
    var sentTo: Set<String> = []
    public internal(set) var failures: [Failure] = []
}

extension Engine {
    /// Sends what handlers asked for, as far as it is time for it; changes of
    /// transactions are not sent, but made by ``makeCorrections(settings:)``.
    ///
    /// What is for one target is sent in the order in which it was asked for,
    /// but for what goes on failing, which others pass; a target that fails holds
    /// no other up. Everything is sent at least once: an attempt is kept before
    /// it is made.
    ///
    /// - Parameters:
    ///   - isUnwanted: asked before each entry; yes ends this, and the entry has
    ///     lost no attempt.
    ///   - send: sends one entry; may take its time.
    /// - Throws: `VaultError`, after which this can be called again.
    public func sendWaiting(
        settings: EventSettings = EventSettings(), unless isUnwanted: () -> Bool = { false },
        _ send: (OutboxEntry) -> DeliveryOutcome
    ) throws -> SendingReport {
        var report = SendingReport()
        while true {
            let due = try vault.actionsDue(at: moment.now, exceptFor: Action.corrections)
            guard !due.isEmpty else { return report }
            var failing: Set<String> = []
            for action in due where !failing.contains(action.target) {
                guard !isUnwanted() else { return report }
                if try self.send(action, settings, &report, send) {
                    // It failed before, so others for the same target may work now.
                    if action.attempts > 0 {
                        try vault.hastenActions(for: action.target, at: moment.now)
                    }
                } else {
                    failing.insert(action.target)
                }
            }
        }
    }

    /// - Returns: whether it arrived.
    private func send(
        _ stored: StoredAction, _ settings: EventSettings, _ report: inout SendingReport,
        _ send: (OutboxEntry) -> DeliveryOutcome
    ) throws -> Bool {
        let attempt = stored.attempts + 1
        guard attempt <= settings.mostAttempts else {
            try end(stored, .refused(reason: "the program was ended at every attempt"), &report)
            return false
        }
        guard let entry = try OutboxEntry(stored) else {
            try end(stored, .refused(reason: "it was written by another version"), &report)
            return false
        }
        let nextTry = settings.nextTry(after: attempt, at: moment.now)
        try vault.beginAttempt(at: [stored.id], nextTry: nextTry ?? moment.now)
        let outcome = send(entry)
        try end(stored, outcome, &report, nextTry: nextTry)
        return outcome == .delivered
    }

    /// - Parameter nextTry: in POSIX seconds; nil where it is not tried again.
    func end(
        _ stored: StoredAction, _ outcome: DeliveryOutcome, _ report: inout SendingReport,
        nextTry: Int64? = nil
    ) throws {
        let reason: String
        let next: Int64?
        var notBefore: Int64 = 0
        switch outcome {
        case .delivered:
            try vault.endAttempt(at: stored.id, .done)
            report.sent += 1
            report.sentTo.insert(stored.target)
            return
        case .tryAgain(let why, let after):
            reason = why
            next = nextTry
            if let after { notBefore = moment.now + after.components.seconds }
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
                isSetAside: next == nil))
    }
}

extension OutboxEntry {
    /// Nil where the action can't be read.
    fileprivate init?(_ stored: StoredAction) throws {
        guard let action = Action(try TableJSON.table(in: stored.action)) else { return nil }
        var message: [UInt8] = []
        if case .webhook(_, let table) = action {
            message = Array(try TableJSON.text(of: table).utf8)
        }
        var event = try TableJSON.table(in: stored.event.fields).fields
        event["kind"] = .string(String(stored.subscription.prefix { $0 != " " }))
        event["day"] = .string("\(stored.event.day)")
        self.init(
            messageID: stored.messageID, handler: stored.handler, action: action,
            message: message,
            event: Array(try TableJSON.text(of: ScriptTable(fields: event)).utf8),
            attempt: stored.attempts + 1)
    }
}
