public import Model
public import Platform
public import Vault

/// Why a use case failed, unless a lower room has an error for it.
public enum EngineError: Error, Hashable, Sendable {
    /// The vault has no SimpleFIN connection.
    case noConnection
    case noSuchConnection(String, known: [String])
    case noSuchBank(String, known: [String])
    /// There already are connections to this bridge.
    case alreadyConnected(names: [String])
    case connectionNameTaken(String)
    /// The daily quota is used up; it resets after this many seconds.
    case dailyLimitReached(secondsUntilReset: Int)
    /// The rest of the quota is reserved for the user. An automatic sync may retry after this
    /// many seconds.
    case automaticLimitReached(secondsUntilNext: Int)
    /// Today is overridden, so requests to a bridge can't be counted.
    case todayIsPretended(CalendarDay)
    /// Another process is syncing the vault and did not finish in time.
    case syncUnderWay(LockHolder)
    /// Another process is watching the vault.
    case watchedAlready(LockHolder)
    /// The watched vault's path has no vault any more, or a different one.
    case watchedVaultMoved(path: String)
    /// The bridge refused a token after an earlier claim was interrupted before its response.
    case claimCutOff
    /// A token was claimed, but its access URL could not be stored.
    case accessURLLost(path: String, reason: String)
    /// A connection's access URL is missing.
    case secretMissing(connection: String, path: String)
    /// A secret keeper does not return a connection's access URL, or lost it.
    case secretNotGiven(connection: String, SecretKeeperError)
    /// A secret keeper refuses a connection's access URL, which stays where it is.
    case secretNotTaken(connection: String, SecretKeeperError)
    /// A secret keeper still has an obsolete copy of an access URL.
    case secretCopyStays(connection: String, SecretKeeperError)
    case secretKeeperUnusable(SecretKeeperError)
    /// Others than the owner can read an access URL's file.
    case secretReadableByOthers(path: String)
    /// The key file that signs a webhook's messages is readable by others, or has no valid key.
    case webhookKeyUnusable(webhook: String, path: String, isReadableByOthers: Bool)
    case cannotRead(path: String, reason: String)
    /// A folder that others can write, or that is another user's.
    case notUsed(path: String, reason: String)
    case cannotWrite(path: String, reason: String)
    /// A string that can't be a file name.
    case unusableName(String)
    case alreadyThere(path: String)
    /// The decision is stored, but the following pass failed.
    case decidedOnly(VaultError)
    case noSuchTransaction(Int64)
    /// No pass has looked at the transaction yet.
    case notClassified(Int64)
    /// No process can run Lua. Nothing is classified without the user's rules.
    case luaCannotRun(String)
    /// The user set this tag on none of the transactions.
    ///
    /// - Parameters:
    ///   - tagger: why a transaction has the tag anyway.
    case tagNotSet(String, transaction: Int64, tagger: String?)
    /// The user set this part on none of the transactions.
    case partNotSet(CorrectionPart, transactions: [Int64])
    /// The bank gave neither payee nor description.
    case noPayee(transaction: Int64)
    /// A rule or a correction chose the payee's name. A rule for the payees behind it would
    /// also match transactions with another name.
    case payeeNotAlone(String, transaction: Int64, other: String)
    case noSuchWebhook(String, known: [String])
    case noSuchSeries(String)
    /// The transaction belongs to no recurring series.
    case noSeries(transaction: Int64)
    /// A series that the user cancelled or dismissed.
    case seriesNotExpected(String)
    /// The known names are included.
    case noSuchAccount(String, known: [String])
    /// Only a loan has a minimum payment.
    case noLoan(String)
}
