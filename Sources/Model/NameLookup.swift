/// Finds what a person means by a name, everywhere in one way.
///
/// An id is meant before a name, a whole name before the beginning of one, and a beginning
/// before another part. Case doesn't matter.
public struct NameLookup<Candidate> {
    private let candidates: [Candidate]
    private let ids: (Candidate) -> [String]
    private let names: (Candidate) -> [String]

    /// - Parameters:
    ///   - ids: the numbers or ids of a candidate, which are written whole.
    ///   - names: its names.
    public init(
        _ candidates: [Candidate], ids: @escaping (Candidate) -> [String] = { _ in [] },
        names: @escaping (Candidate) -> [String]
    ) {
        self.candidates = candidates
        self.ids = ids
        self.names = names
    }

    /// The candidates that a text means: none, one, or several in which it is ambiguous.
    public func candidates(for text: String) -> [Candidate] {
        let wanted = PlainLetters.typed(text)
        guard !wanted.isEmpty else { return [] }
        if let candidate = candidates.first(where: { ids($0).contains(text) }) {
            return [candidate]
        }
        let lowered = candidates.map { candidate in
            (
                candidate, ids: ids(candidate).map { $0.lowercased() },
                names: names(candidate).map(PlainLetters.typed)
            )
        }
        let ways: [(_ ids: [String], _ names: [String]) -> Bool] = [
            { ids, _ in ids.contains(wanted) },
            { _, names in names.contains(wanted) },
            { _, names in names.contains { $0.hasPrefix(wanted) } },
            { _, names in names.contains { $0.contains(wanted) } },
        ]
        // One letter means a name only if no other has it anywhere.
        let tried = wanted.count > 1 ? ways : [ways[0], ways[1], ways[3]]
        for isMeant in tried {
            let found = lowered.filter { isMeant($0.ids, $0.names) }.map(\.0)
            if !found.isEmpty { return found }
        }
        return []
    }
}

/// A name that may mean several things.
public struct AmbiguousName: Error, Hashable, Sendable {
    /// The kind of things, in the plural, such as "accounts".
    public let kind: String
    public let name: String
    /// The candidates, as the person can write them.
    public let candidates: [String]

    public init(kind: String, name: String, candidates: [String]) {
        self.kind = kind
        self.name = name
        self.candidates = candidates
    }
}

extension NameLookup {
    /// The one candidate that a text means; nil if there is none.
    ///
    /// - Parameters:
    ///   - kind: the plural for the error.
    ///   - label: what the error lists of a candidate.
    /// - Throws: ``AmbiguousName``.
    public func only(
        _ text: String, kind: String, label: (Candidate) -> String
    ) throws(AmbiguousName) -> Candidate? {
        let found = candidates(for: text)
        guard found.count <= 1 else {
            throw AmbiguousName(kind: kind, name: text, candidates: found.map(label))
        }
        return found.first
    }
}
