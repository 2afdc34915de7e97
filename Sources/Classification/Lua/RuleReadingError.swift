/// A part of a rule that can't be understood; the message is for its author.
struct RuleReadingError: Error {
    let message: String
}
