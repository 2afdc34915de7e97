public import Classification
internal import Model

/// The rules of a pass, kept for the next while their texts stay the same: for
/// programs that make many passes.
///
/// Used by one thread at a time.
public final class PassKeeper {
    /// How often rules were read anew so far, since something in them changed.
    private(set) var readings = 0
    /// The texts that were read last, where they need not be read again.
    private var given: PassSources?
    private var checked: CheckedTexts<PassSources, PassRulebook>?
    /// The files that the vault is known to keep as the last good ones.
    var lastGood: [String: [UInt8]]?

    public init() {}

    /// As they were read last.
    var storedRules: [StoredRule] { given?.decided.stored ?? [] }

    /// Files of the last pass that went on as they were before, each with what
    /// is wrong in it now.
    public var heldBack: [LeftOutFile] { checked?.heldBack ?? [] }

    /// - Parameter readLastGood: reads what stays in use in place of files with mistakes.
    func rulebook(
        of sources: PassSources, _ readLastGood: () throws -> LastGoodFiles
    ) throws -> PassRulebook {
        if let given, given.agrees(with: sources), let checked { return checked.reading }
        readings += 1
        let before = checked?.reading
        let lastGood = try readLastGood()
        let checked = try CheckedTexts<PassSources, PassRulebook>(
            sources, lastGood,
            tryingTogether: [["rules/"], ["config/"], ["rules/", "config/"]],
            read: { try $0.read(after: before) }, mistakes: \.leftOut,
            furtherMistakes: { try $0.failedTests(in: $1, since: lastGood) })
        given = sources
        self.checked = checked
        return checked.reading
    }

    /// Forgets functions that keep something from one transaction to the next:
    /// each pass has to find them as they were read.
    func forget() {
        given = nil
        lastGood = nil
    }
}
