import Classification
import Model
import Terminal

/// Tells what decides before a rule where it matches.
struct RuleStandingView {
    let screen: Screen

    /// Those that decide least are told of together.
    private static let mostListed = 5

    func show(_ standing: RuleStanding) throws {
        guard standing.preceded > 0 else { return }
        try screen.print()
        try screen.print(
            "\(standing.preceded) of \(Count.text(standing.matches, "match", "matches")) "
                + (standing.preceded == 1 ? "is" : "are") + " decided before this rule",
            .heading)
        var table = Table(columns: [
            .init("in", alignment: .trailing), .init("what", isFlexible: true),
            .init("decided before by", isFlexible: true),
        ])
        for predecessor in standing.predecessors.prefix(Self.mostListed) {
            table.add(
                .init("\(predecessor.transactions)"),
                .init(predecessor.attributes.map(\.rawValue).joined(separator: ", "), .accent),
                .init(
                    predecessor.reason.text
                        + (predecessor.stops ? ", which lets no later rule be asked" : "")))
        }
        try screen.print(table)
        let others = standing.predecessors.count - Self.mostListed
        if others > 0 { try screen.print("and \(others) more that decide less", .muted) }
    }

    static func write(_ standing: RuleStanding, to object: inout JSONObject) {
        object.field("preceded", standing.preceded)
        object.array("decided_before") { list in
            for predecessor in standing.predecessors {
                list.object { entry in
                    entry.field("transactions", predecessor.transactions)
                    entry.array("attributes") { names in
                        for attribute in predecessor.attributes {
                            names.element(attribute.rawValue)
                        }
                    }
                    entry.field("stops", predecessor.stops)
                    entry.object("reason") { TransactionJSON.write(predecessor.reason, to: &$0) }
                }
            }
        }
    }
}
