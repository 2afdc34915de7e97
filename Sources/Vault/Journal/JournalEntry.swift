/// One command, or what handlers asked for at once, that changed what is decided.
public struct JournalEntry: Hashable, Sendable {
    /// Counts up from 1; the number of an entry that was undone is used again
    /// once something else is decided in its place.
    public let number: Int64
    /// What was done, in a few words.
    public let summary: String
    /// POSIX seconds.
    public let madeAt: Int64
    public internal(set) var isUndone: Bool
    /// Whether handlers decided it, and not the person.
    public let isAutomatic: Bool

    init(number: Int64, summary: String, madeAt: Int64, isUndone: Bool, isAutomatic: Bool) {
        self.number = number
        self.summary = summary
        self.madeAt = madeAt
        self.isUndone = isUndone
        self.isAutomatic = isAutomatic
    }
}
