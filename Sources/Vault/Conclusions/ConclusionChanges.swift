public import Model

/// What storing a pass changed.
public struct ConclusionChanges: Sendable {
    public let changes: [ConclusionChange]
    /// How many transactions the pass looked at.
    public let considered: Int
    /// Why verdicts that nothing refers to any more were not deleted, which the next
    /// pass that stores something does then; all else is stored.
    public let leftUnswept: VaultError?
}

/// One transaction whose conclusion a pass changed.
///
/// Small, since a first pass changes every transaction: verdicts are referred
/// to by their position in a list that all changes share.
public struct ConclusionChange: Sendable {
    public let transaction: Int64
    private let beforePosition: Int32?
    private let afterPosition: Int32
    private let verdicts: SharedVerdicts

    init(transaction: Int64, before: Int32?, after: Int32, in verdicts: SharedVerdicts) {
        self.transaction = transaction
        beforePosition = before
        afterPosition = after
        self.verdicts = verdicts
    }

    /// Nil where the transaction had none yet.
    public var before: Verdict? { beforePosition.map { verdicts.all[Int($0)] } }

    public var after: Verdict { verdicts.all[Int(afterPosition)] }
}

/// The verdicts of many changes, each once.
final class SharedVerdicts: Sendable {
    let all: [Verdict]

    init(_ all: [Verdict]) {
        self.all = all
    }
}
