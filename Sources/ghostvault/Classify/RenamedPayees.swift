import Engine
import Model
import Terminal
import Vault

/// The payees that go by another name since new texts showed how they are spelled.
struct RenamedPayees {
    private struct Name: Hashable {
        let before: String
        let after: String
    }

    /// The earlier transactions of each, those of the most first.
    private let renamed: [(name: Name, count: Int)]

    private static let mostShown = 3

    init(_ report: ClassifyReport) {
        var counts: [Name: Int] = [:]
        for change in report.differing {
            guard let before = change.before?.payee, let after = change.after.payee,
                before.value != after.value, before.isRead, after.isRead
            else { continue }
            counts[Name(before: before.value, after: after.value), default: 0] += 1
        }
        renamed = counts.map { ($0.key, $0.value) }.sorted { one, other in
            (other.count, one.name.before, one.name.after)
                < (one.count, other.name.before, other.name.after)
        }
    }

    /// A line for each, up to some.
    var lines: [String] {
        let shown = renamed.prefix(Self.mostShown).map { name, count in
            SafeText.neutralised(
                "\(name.before) is now called \(name.after), in "
                    + Count.text(count, "earlier transaction"))
        }
        let more = renamed.count - shown.count
        return more > 0 ? shown + ["and \(Count.text(more, "more payee"))"] : shown
    }
}

extension Decided<String> {
    /// Whether it is what the texts say, and not what the person or a rule does.
    fileprivate var isRead: Bool { reason.evidence.contains { $0.code == .payeeRead } }
}
