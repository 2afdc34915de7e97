internal import Model
internal import Vault

extension Engine {
    /// Has the person reminded of each payment of a series.
    ///
    /// - Parameter days: how many days before, 0 to 366; nil for no more
    ///   reminders.
    /// - Throws: ``EngineError/noSeries(transaction:)`` of a transaction that
    ///   belongs to none, ``EngineError/seriesNotExpected(_:)``.
    public func remind(of series: MeantSeries, daysBefore days: Int?) throws {
        switch series {
        case .series(let facts):
            if days != nil, facts.decision == .cancelled || facts.decision == .dismissed {
                throw EngineError.seriesNotExpected(facts.name)
            }
            let manner = days.map { "--days \($0)" } ?? "--off"
            try vault.decideReminder(
                of: facts, daysBefore: days, summary: "recurring remind \(facts.name) \(manner)")
        case .transaction(let id): throw EngineError.noSeries(transaction: id)
        }
    }
}
