/// The vault's tables, in three layers that never mix.
///
/// Facts are what banks sent, decisions what the person said, conclusions what the pipeline
/// derived. Events and the caches of files are records beside them.
///
/// Days are days since 1970-01-01 and instants are POSIX seconds. Amounts are minor units of the
/// account's currency.
enum Schema {
    /// The statements that make an empty database into a vault. Triggers come after the tables
    /// that they are on.
    static let statements = [
        facts, decisions, signs, conclusions, passes, confirmations, events, outbox, files,
    ]
}
