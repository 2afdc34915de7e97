/// A value that can't be understood; the message is for its author.
struct RuleReadingError: Error {
    let message: String
    /// The part that is wrong, from the value on.
    var path = ValuePath.whole
}
