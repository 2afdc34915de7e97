internal import Automation
internal import Configuration
internal import Outside
internal import Vault

/// Carries out what handlers asked for outside of the vault, as far as the
/// configuration allows it.
struct ActionCarrier {
    let engine: Engine
    let settings: AutomationSettings
    /// Where the desktop is, and what commands see.
    let environment: [String: String]

    /// - Parameter isUnwanted: asked while something takes its time; yes gives
    ///   it up, to be tried again.
    func carryOut(_ entry: OutboxEntry, unless isUnwanted: () -> Bool) -> DeliveryOutcome {
        guard !isUnwanted() else { return .tryAgain(reason: "the program was asked to end") }
        switch entry.action {
        case .notify(let notification): return show(notification)
        case .webhook(let name, _): return send(entry, to: name, unless: isUnwanted)
        case .run(let command, let arguments):
            return run(command, arguments, at: entry, unless: isUnwanted)
        case .correct: return .refused(reason: "changes of transactions are not sent")
        }
    }

    /// Where notifications are switched off, not showing one is what is wanted.
    private func show(_ notification: Notification) -> DeliveryOutcome {
        guard settings.notifiesDesktop else { return .delivered }
        return DesktopNotifications(environment: environment).show(
            title: notification.title, text: notification.text, isUrgent: notification.isUrgent)
    }

    private func send(
        _ entry: OutboxEntry, to name: String, unless isUnwanted: () -> Bool
    ) -> DeliveryOutcome {
        guard let destination = settings.webhooks[name] else {
            return .refused(reason: "config/automation.toml has no webhook \"\(name)\" any more")
        }
        do {
            return Webhook(
                to: destination, key: try engine.webhookKey(of: name), environment: environment
            ).send(
                entry.message, id: entry.messageID, secondsSinceEpoch: Vault.systemClock(),
                unless: isUnwanted)
        } catch {
            return .tryAgain(reason: "the webhook's key can't be read")
        }
    }

    private func run(
        _ name: String, _ arguments: [String], at entry: OutboxEntry, unless isUnwanted: () -> Bool
    ) -> DeliveryOutcome {
        guard let command = settings.commands[name] else {
            return .refused(reason: "config/automation.toml has no command \"\(name)\" any more")
        }
        return command.run(
            arguments: arguments, event: entry.event + [UInt8(ascii: "\n")],
            environment: environment,
            unless: isUnwanted)
    }
}
