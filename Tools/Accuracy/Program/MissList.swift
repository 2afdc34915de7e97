import Accuracy
import DemoHousehold

/// The mistakes that are made most often, with how often at each level of noise.
struct MissList {
    private var entries: [Miss: Entry] = [:]

    private struct Entry {
        var counts = Array(repeating: 0, count: Noise.Level.allCases.count)
        var example: String

        var count: Int { counts.reduce(0, +) }
    }

    init(_ scores: [Noise.Level: Score]) {
        for (position, level) in Noise.Level.allCases.enumerated() {
            for (miss, occurrences) in scores[level]?.misses ?? [:] {
                entries[miss, default: Entry(example: occurrences.example)].counts[position] =
                    occurrences.count
            }
        }
    }

    /// The `most` most frequent ones of each subject, in lines.
    func text(most: Int) -> String {
        var lines: [String] = []
        for subject in Subject.allCases {
            let misses = entries.filter { $0.key.subject == subject }
                .sorted { Self.isWorse($0, $1) }
            guard !misses.isEmpty else { continue }
            lines.append("\n\(subject.rawValue), \(misses.count) sorts of mistakes")
            for (miss, entry) in misses.prefix(most) {
                let times = entry.counts.map(String.init).joined(separator: "/")
                lines.append(
                    "  \(times)  \(miss.payee): is \(miss.expected), not \(miss.concluded)")
                lines.append("      \(entry.example)")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func isWorse(
        _ left: (key: Miss, value: Entry), _ right: (key: Miss, value: Entry)
    ) -> Bool {
        if left.value.count != right.value.count { return left.value.count > right.value.count }
        return (left.key.payee, left.key.expected, left.key.concluded)
            < (right.key.payee, right.key.expected, right.key.concluded)
    }
}
