internal import Automation
internal import Vault

extension Engine {
    /// Takes back what a clock says that was ahead, and has been set back since: what
    /// failed waits no longer than if it had failed just now, and a handler or an
    /// account that was first seen on a day to come was first seen today.
    ///
    /// - Throws: `VaultError`, after which this can be called again.
    public func endTimesAhead(_ settings: EventSettings = EventSettings()) throws {
        try vault.endTimesAhead(
            of: moment.now, on: moment.today, waits: settings.waits,
            configuredTarget: Action.corrections, longestNotBefore: Self.longestNotBefore)
    }

    /// As far as ``DeliveryOutcome/tryAgain(reason:after:)`` goes.
    private static let longestNotBefore: Int64 = 86_400
}
