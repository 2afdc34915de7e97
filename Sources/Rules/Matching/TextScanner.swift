/// Finds the predicates of a channel that hold for a text, and keeps count of
/// regular expressions that gave up.
final class TextScanner {
    /// Matches that exceeded PCRE2's limits and so counted as none.
    private(set) var regexesGivenUp = 0

    private let workspace = RegexWorkspace()
    private var folded = TextNormaliser()
    private var collapsed = TextNormaliser()
    private var found: [Int32] = []
    private var announced: [Int32] = []

    /// - Parameter text: valid UTF-8.
    /// - Returns: the predicates in the order of their numbers.
    func predicates(
        of program: ChannelProgram, holdingFor text: UnsafeBufferPointer<UInt8>
    ) -> [Int32] {
        found.removeAll(keepingCapacity: true)
        announced.removeAll(keepingCapacity: true)
        folded.normalise(text, into: program.channel.form)
        scanLiterals(of: program)
        announced.append(contentsOf: program.unannouncedRegexes)
        if !announced.isEmpty {
            collapsed.normalise(text, into: .collapsed)
            matchRegexes(of: program)
        }
        if found.count > 1 { found.sortAndRemoveDuplicates() }
        return found
    }

    private func scanLiterals(of program: ChannelProgram) {
        folded.withResult { text in
            if text.isEmpty { found.append(contentsOf: program.predicatesOfEmptyText) }
            program.automaton.forEachOccurrence(in: text) { literal, range in
                program.uses.forEach(of: literal) { use in
                    guard use.place.fits(range, of: text) else { return }
                    if use.announcesRegex {
                        announced.append(use.predicate)
                    } else {
                        found.append(use.predicate)
                    }
                }
            }
        }
    }

    private func matchRegexes(of program: ChannelProgram) {
        announced.sortAndRemoveDuplicates()
        collapsed.withResult { text in
            for predicate in announced {
                switch program.regexes[Int(predicate)]?.matches(text, in: workspace) {
                case .some(true): found.append(predicate)
                case .some(false): break
                case nil: regexesGivenUp += 1
                }
            }
        }
    }
}

extension LiteralUse.Place {
    fileprivate func fits(_ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>) -> Bool {
        if isEmpty { return true }
        if contains(.start), range.lowerBound != 0 { return false }
        if contains(.end), range.upperBound != text.count { return false }
        if contains(.wordStart), WordEdge.wordCharacterEnds(in: text, at: range.lowerBound) {
            return false
        }
        if contains(.wordEnd), WordEdge.wordCharacterBegins(in: text, at: range.upperBound) {
            return false
        }
        return true
    }
}

extension [Int32] {
    fileprivate mutating func sortAndRemoveDuplicates() {
        sort()
        var kept = 0
        for position in indices where kept == 0 || self[kept - 1] != self[position] {
            self[kept] = self[position]
            kept += 1
        }
        removeLast(count - kept)
    }
}
