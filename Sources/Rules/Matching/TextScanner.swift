/// Finds the predicates of a channel that hold for a text, and keeps count of
/// regular expressions that gave up.
final class TextScanner {
    /// Matches that exceeded PCRE2's limits and so counted as none.
    private(set) var regexesGivenUp = 0

    private let workspace = RegexWorkspace()
    private var folded = TextNormaliser()
    private var collapsed = TextNormaliser()
    private let announced = GrowingNumbers()

    deinit {
        announced.deallocate()
    }

    /// Adds the predicates that hold for a text, in the order of their numbers.
    ///
    /// - Parameter text: valid UTF-8.
    func addPredicates(
        of program: ChannelProgram, holdingFor text: UnsafeBufferPointer<UInt8>,
        to found: GrowingNumbers
    ) {
        let start = found.count
        announced.removeAll()
        let isPlain = TextNormaliser.isPlain(text)
        if isPlain {
            // The automaton takes capitals for small letters by itself.
            scanLiterals(of: program, in: text, addingTo: found)
        } else {
            folded.normalise(text, into: .folded)
            folded.withResult { scanLiterals(of: program, in: $0, addingTo: found) }
        }
        for predicate in program.unannouncedRegexes { announced.append(predicate) }
        if announced.count > 0 {
            announced.sortAndRemoveDuplicates(from: 0)
            if isPlain {
                matchRegexes(of: program, in: text, addingTo: found)
            } else {
                collapsed.normalise(text, into: .collapsed)
                collapsed.withResult { matchRegexes(of: program, in: $0, addingTo: found) }
            }
        }
        found.sortAndRemoveDuplicates(from: start)
    }

    private func scanLiterals(
        of program: ChannelProgram, in text: UnsafeBufferPointer<UInt8>,
        addingTo found: GrowingNumbers
    ) {
        if text.isEmpty {
            for predicate in program.predicatesOfEmptyText { found.append(predicate) }
        }
        program.automaton.forEachOccurrence(in: text) { literal, range in
            for position in program.uses.range(of: literal) {
                let use = program.uses.elements[position]
                guard use.place.fits(range, of: text) else { continue }
                if use.announcesRegex {
                    announced.append(use.predicate)
                } else {
                    found.append(use.predicate)
                }
            }
        }
    }

    private func matchRegexes(
        of program: ChannelProgram, in text: UnsafeBufferPointer<UInt8>,
        addingTo found: GrowingNumbers
    ) {
        for position in 0..<announced.count {
            let predicate = announced[position]
            switch program.regexes[Int(predicate)]?.matches(text, in: workspace) {
            case .some(true): found.append(predicate)
            case .some(false): break
            case nil: regexesGivenUp += 1
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
