/// A thing that is concluded about a transaction, each by its own first
/// decider in pipeline order; tags are those of all deciders together.
public enum Attribute: String, CaseIterable, Sendable {
    case `class`, category, lens, partner, series, payee, tags, notes, excluded, splits
}
