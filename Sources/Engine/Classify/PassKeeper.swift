public import Classification
internal import Model

/// Keeps the rules of a pass for the next, while their texts stay the same: for
/// programs that make many passes.
///
/// Used by one thread at a time.
public final class PassKeeper {
    /// What becomes of a file that has a mistake now and had none before.
    public enum Mistakes: Sendable {
        /// It is left out, as commands do.
        case leaveOut
        /// It goes on as it was, until it is mended.
        case holdBack
    }

    /// Of rules and plugins.
    let maps = KeptMaps()
    /// How many of those maps were parsed so far.
    package var parsedMaps: Int { maps.parses }
    /// How often rules were read anew so far, since something in them changed.
    private(set) var readings = 0
    private let mistakes: Mistakes
    private var kept: (given: PassSources, checked: CheckedSources)?
    private var lastGood: CheckedSources?
    /// The rules of the pass that was stored last, where others came in their place
    /// since.
    private(set) var replaced: PassRulebook?

    public init(_ mistakes: Mistakes = .leaveOut) {
        self.mistakes = mistakes
    }

    /// As they were read last.
    var storedRules: [StoredRule] { kept?.given.decided.stored ?? [] }

    /// Files of the last pass that went on as they were before, each with what
    /// is wrong in it now.
    public var heldBack: [LeftOutFile] { lastGood?.heldBack ?? [] }

    func rulebook(of sources: PassSources) throws -> PassRulebook {
        if let kept, kept.given.agrees(with: sources) { return kept.checked.rulebook }
        readings += 1
        let checked = try CheckedSources(sources, after: lastGood, mistakes)
        // Rules may be read several times before a pass with them is stored.
        replaced = replaced ?? lastGood?.rulebook
        kept = (sources, checked)
        lastGood = checked
        return checked.rulebook
    }

    /// Forgets functions that keep something from one transaction to the next:
    /// each pass has to find them as they were read.
    func forget() { kept = nil }

    /// A pass with the rules that are kept was stored.
    func noteStored() { replaced = nil }
}
