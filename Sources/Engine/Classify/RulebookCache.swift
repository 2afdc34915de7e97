public import Classification
internal import Model

/// A cache of the rules of a pass, valid while their files stay the same. For
/// programs that make many passes.
///
/// Serves one thread at a time.
public final class RulebookCache {
    /// The number of times that rules were read, since something had changed.
    private(set) var readings = 0
    /// The files of the last reading; nil if they have to be read again.
    private var given: PassSources?
    private var checked: CheckedFiles<PassSources, PassRulebook>?
    /// The last good versions that the vault is known to have.
    var lastGood: [String: [UInt8]]?

    public init() {}

    var storedRules: [StoredRule] { given?.decided.stored ?? [] }

    /// Files of the last pass whose last good version is in use, each with its
    /// problems.
    public var heldBack: [RejectedFile] { checked?.heldBack ?? [] }

    /// - Parameter readLastGood: reads the versions that replace broken files.
    func rulebook(
        of sources: PassSources, _ readLastGood: () throws -> LastGoodFiles
    ) throws -> PassRulebook {
        if let given, given.agrees(with: sources), let checked { return checked.reading }
        readings += 1
        let before = checked?.reading
        let lastGood = try readLastGood()
        let checked = try CheckedFiles<PassSources, PassRulebook>(
            sources, lastGood,
            tryingTogether: [["rules/"], ["config/"], ["rules/", "config/"]],
            read: { try $0.read(after: before) }, mistakes: \.leftOut,
            furtherMistakes: { try $0.failedTests(in: $1, since: lastGood) })
        given = sources
        self.checked = checked
        return checked.reading
    }

    /// Has the rules read again: functions that keep state between transactions have
    /// to start afresh in each pass.
    func forget() {
        given = nil
        lastGood = nil
    }
}
