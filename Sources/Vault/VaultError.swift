/// Why a vault could not be opened, read or written.
public enum VaultError: Error, Hashable, Sendable {
    /// There is no vault in the folder.
    case missing(path: String)
    /// The database is gone or empty, and the folder shows that one was in use.
    case databaseLost(path: String, isEmpty: Bool)
    /// The folder for a new vault holds other files.
    ///
    /// - Parameter file: the name of one.
    case foreignFolder(path: String, file: String)
    /// The folder for a new vault is another user's, or one that many put files into.
    case sharedFolder(path: String)
    /// The file was written by a version of GhostVault that knows more.
    case madeByNewerVersion(path: String)
    /// The file is no database, or is damaged.
    case notADatabase(path: String, reason: String)
    case cannotWrite(path: String, reason: String)
    case cannotRead(path: String, reason: String)
    /// Another process held the database longer than one waits for it.
    case busy(path: String)
    /// SQLite refused a statement; nothing of the command was stored.
    case database(reason: String)
    /// Another pass was stored while this one ran, which was thrown away.
    case overtaken
    /// A stored value has a form that no version writes.
    ///
    /// - Parameter id: nil if it is not known which row has it.
    case damagedRow(table: String, id: Int64?, reason: String)
    /// Transactions of two accounts have one id at the bank and different
    /// amounts, so that the accounts are not one.
    case accountsClash(transactions: Int)
    /// The SQLite library at hand can't keep a journal of decisions.
    case noJournal
    case nothingToUndo
    case nothingToRedo
    /// The journal has no entry with that number.
    case noSuchEntry(Int64)
    /// An entry of the journal is undone already, or is the person's and not their
    /// newest.
    case notToBeUndone(Int64)
    /// The same of what is to be done again.
    case notToBeRedone(Int64)
    /// What an entry of the journal changed is not as it left it: something
    /// else has changed it since. Nothing was undone or redone.
    case decisionsChangedSince(entry: Int64, summary: String)
}
