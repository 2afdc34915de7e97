internal import Synchronization

/// The rules of a rulebook in evaluation order.
///
/// Those of the program's own lists are read when they are asked for: of thousands, a pass
/// needs the few that match.
public struct RuleList: RandomAccessCollection, Sendable {
    private enum Storage: Sendable {
        case rules([Rule])
        case archived(ArchivedRules)
    }

    private let storage: Storage

    init(_ rules: [Rule]) {
        storage = .rules(rules)
    }

    public var startIndex: Int { 0 }

    public var endIndex: Int {
        switch storage {
        case .rules(let rules): rules.count
        case .archived(let rules): rules.count
        }
    }

    public subscript(position: Int) -> Rule {
        switch storage {
        case .rules(let rules): rules[position]
        case .archived(let rules): rules.rule(at: position)
        }
    }
}

extension RuleList: Archivable {
    package func write(to archive: inout ArchiveWriter) {
        archive.write(count)
        archive.writeShared { archive in
            for rule in self { archive.writeShared { rule.write(to: &$0) } }
        }
    }

    package init(from archive: inout ArchiveReader) {
        let count = archive.int()
        storage = .archived(ArchivedRules(count: count, places: archive.shared { $0 }))
    }
}

/// Rules that are read from an archive, each once.
private final class ArchivedRules: Sendable {
    let count: Int
    /// At the first rule's place.
    private let places: ArchiveReader
    private let known = Mutex<[Int: Rule]>([:])

    init(count: Int, places: ArchiveReader) {
        self.count = count
        self.places = places
    }

    func rule(at position: Int) -> Rule {
        precondition(position >= 0 && position < count)
        return known.withLock { known in
            if let rule = known[position] { return rule }
            var places = places
            places.skip(words: position)
            let rule = places.shared { Rule(from: &$0) }
            known[position] = rule
            return rule
        }
    }
}
