internal import Automation
internal import Configuration
internal import Outside
internal import Platform
internal import Vault

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
