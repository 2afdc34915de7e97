import Foundation
import TestSupport

/// Kills commands that open a vault of the last development version, which they copy and bring up
/// to date.
struct KilledMigrations {
    private let workshop: Workshop
    private let old: OldVault
    private let expected: Contents
    private let duration: Duration

    init(_ workshop: Workshop, old: OldVault) throws {
        self.workshop = workshop
        self.old = old
        let calm = try workshop.copy(old.path, to: "migrated")
        duration = try time { try workshop.run(["accounts", "--json"], vault: calm) }
        expected = try Contents(vault: calm)
    }

    func run(kills: Int, seed: UInt64, tally: inout Tally) throws {
        var person = Person(seed: seed)
        for _ in 0..<kills {
            let vault = try workshop.copy(old.path, to: "migrating")
            let command = try workshop.start(["accounts", "--json"], vault: vault)
            let ending = command.killed(after: person.moment(within: duration))
            switch ending {
            case .signal(SIGKILL): tally.killed("a new schema", hadStored: false)
            case .exit(0): tally.survivors += 1
            default: throw command.broke(ending)
            }
            try workshop.run(["accounts", "--json"], vault: vault)
            let found = try Contents(vault: vault)
            try promise(
                found.facts == expected.facts && found.decisions == expected.decisions
                    && found.conclusions == expected.conclusions
                    && found.records == expected.records,
                "a killed migration changed rows: \(difference(found.facts, expected.facts))")
        }
    }
}
