/// Keeps the rules of a pass for the next, while their texts stay the same: for
/// programs that make many passes.
///
/// Used by one thread at a time.
public final class PassKeeper {
    private var kept: (sources: PassSources, rulebook: PassRulebook)?

    public init() {}

    func rulebook(of sources: PassSources) throws -> PassRulebook {
        if let kept, kept.sources.agrees(with: sources) { return kept.rulebook }
        let rulebook = try sources.read()
        kept = (sources, rulebook)
        return rulebook
    }

    /// Forgets functions that keep something from one transaction to the next:
    /// each pass has to find them as they were read.
    func forget() { kept = nil }
}
