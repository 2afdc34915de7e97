public import Model
public import Platform
public import Vault

/// Why a use case could not be carried out, where no room below says it.
public enum EngineError: Error, Hashable, Sendable {
    /// The vault has no SimpleFIN connection to sync.
    case noConnection
    case noSuchConnection(String, known: [String])
    case noSuchBank(String, known: [String])
    /// There are connections to the bridge already.
    case alreadyConnected(names: [String])
    case connectionNameTaken(String)
    /// The day's requests are used up; they are counted anew after so many
    /// seconds.
    case dailyLimitReached(secondsUntilReset: Int)
    /// What is left of the requests is kept for a person; a sync that nobody
    /// asked for may be tried again after so many seconds.
    case automaticLimitReached(secondsUntilNext: Int)
    /// Another day than the clock's counts as today, so that the day's requests to a
    /// bridge can't be counted.
    case todayIsPretended(CalendarDay)
    /// Another process syncs the vault, and was not done in time.
    case syncUnderWay(LockHolder)
    /// Another process watches the vault.
    case watchedAlready(LockHolder)
    /// Where the vault was that is watched there is none, or another.
    case watchedVaultMoved(path: String)
    /// The bridge refused a token, and an earlier command was ended after it
    /// began to claim one and before it had the answer.
    case claimCutOff
    /// A token was claimed, and its access URL could not be kept.
    case accessURLLost(path: String, reason: String)
    /// A connection's access URL is not where it was put.
    case secretMissing(connection: String, path: String)
    /// A keeper of secrets has a connection's access URL and does not give it,
    /// or had it.
    case secretNotGiven(connection: String, SecretKeeperError)
    /// A keeper of secrets does not take a connection's access URL, which stays
    /// where it is.
    case secretNotTaken(connection: String, SecretKeeperError)
    /// A keeper of secrets still has an access URL that it should not have any
    /// more.
    case secretCopyStays(connection: String, SecretKeeperError)
    case secretKeeperUnusable(SecretKeeperError)
    /// An access URL's file can be read by others than its owner.
    case secretReadableByOthers(path: String)
    /// The file of the key with which messages to a webhook are signed can be read by
    /// others than its owner, or holds no key.
    case webhookKeyUnusable(webhook: String, path: String, isReadableByOthers: Bool)
    case cannotRead(path: String, reason: String)
    case cannotWrite(path: String, reason: String)
    /// A name that no file can have.
    case unusableName(String)
    case alreadyThere(path: String)
    /// What was decided is stored, and the pass that should have followed was
    /// not.
    case decidedOnly(VaultError)
    case noSuchTransaction(Int64)
    /// No process can be had to run Lua in; nothing is classified without the person's rules.
    case luaCannotRun(String)
    /// A tag is to be taken away that the person set for none of these.
    ///
    /// - Parameters:
    ///   - tagger: why one of them has the tag, where it has it all the same.
    case tagNotSet(String, transaction: Int64, tagger: String?)
    /// The person did not set that for any of the transactions.
    case partNotSet(CorrectionPart, transactions: [Int64])
    /// The bank wrote neither payee nor description.
    case noPayee(transaction: Int64)
    /// Rules or corrections named a payee, and a rule for what is behind the name
    /// would hold for transactions that are shown under another one.
    case payeeNotAlone(String, transaction: Int64, other: String)
    case noSuchWebhook(String, known: [String])
    case noSuchSeries(String)
    /// A name that is a part of several series' names.
    case ambiguousSeries(String, candidates: [String])
    /// The transaction belongs to no series of recurring payments.
    case noSeries(transaction: Int64)
    /// A series of which the person said that it ended or is none.
    case seriesNotExpected(String)
    /// With the names that there are.
    case noSuchAccount(String, known: [String])
    /// A name that several accounts share.
    case ambiguousAccount(String, candidates: [Int64])
}
