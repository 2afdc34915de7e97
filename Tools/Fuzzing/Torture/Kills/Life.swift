import Foundation
import Model

/// The life of one vault whose commands are killed, beside one that is left in
/// peace: after each kill the first is sound and holds what it was told that it
/// holds, and after each step both are the same.
struct Life {
    private let workshop: Workshop
    private let bank: Bank
    private let calm: String
    private let tested: String
    private var person: Person
    private(set) var tally: Tally

    init(_ workshop: Workshop, seed: UInt64, tally: Tally) {
        self.workshop = workshop
        bank = Bank(workshop, seed: seed)
        calm = "\(workshop.folder)/calm"
        tested = "\(workshop.folder)/tested"
        person = Person(seed: seed)
        self.tally = tally
    }

    /// - Parameter steps: how many follow the connecting.
    mutating func live(steps: Int, until mostKills: Int) throws {
        try connect()
        var contents = try same(as: Contents(vault: calm), after: "connect")
        try promise(
            contents.visible == bank.truth,
            "the vault is not what the bank shows: \(difference(contents.visible, bank.truth))")
        for _ in 0..<steps where tally.kills < mostKills {
            let step = try person.nextStep(in: contents)
            contents = try same(as: try play(step, contents), after: step.name)
        }
        bank.close()
        try workshop.run(["apply-rules", "--all"], vault: tested)
        let whole = try Contents(vault: tested)
        try promise(
            whole.conclusions == contents.conclusions,
            "a whole pass differs: \(difference(whole.conclusions, contents.conclusions))")
    }

    // MARK: Connecting

    private mutating func connect() throws {
        try bank.open()
        let duration = try time { try workshop.run(connectArguments, vault: calm) }
        let expected = try Contents(vault: calm)
        // A bank that starts anew knows of no claim.
        try bank.open()
        for attempt in 0..<3 {
            let before = try SecretState(vault: tested)
            let command = try workshop.start(connectOrSync(before), vault: tested)
            // The moments just after the claim are the ones that matter most.
            let ending =
                attempt == 0 && person.chance(1, of: 2)
                ? try killedOnceKept(command)
                : command.killed(after: person.moment(within: duration))
            if try hasToldOfCutOffClaim(command, ending, before) {
                // The attempt before this one was killed between claim and disk.
                try bank.open()
            } else {
                try note(ending, of: command, as: "connect")
            }
            let after = try SecretState(vault: tested)
            try promise(after.isKept || !before.isKept, "the access URL is lost: \(after)")
            guard FileManager.default.fileExists(atPath: tested + "/vault.sqlite") else { continue }
            try workshop.run(["accounts", "--json"], vault: tested)
            let contents = try Contents(vault: tested)
            try promise(
                contents.facts.isSubset(of: expected.facts),
                "half a fact is stored: \(difference(contents.facts, expected.facts))")
        }
        try finishConnecting()
    }

    private mutating func finishConnecting() throws {
        let before = try SecretState(vault: tested)
        let command = try workshop.start(connectOrSync(before), vault: tested)
        let ending = command.wait()
        guard ending != .exit(0) else { return }
        guard try hasToldOfCutOffClaim(command, ending, before) else { throw command.broke(ending) }
        try bank.open()
        try workshop.run(connectArguments, vault: tested)
    }

    /// Nothing can keep what was killed between the bank's answer and the disk; it
    /// must be told, and a new token helps.
    private mutating func hasToldOfCutOffClaim(
        _ command: RunningCommand, _ ending: RunningCommand.Ending, _ before: SecretState
    ) throws -> Bool {
        guard ending == .exit(6), before == .reserved,
            try command.errors.contains("claimed by a command that was interrupted")
        else { return false }
        tally.claimsCutOff += 1
        return true
    }

    private var connectArguments: [String] {
        [
            "connect", "--token-file", bank.tokenPath, "--allow-http-on-loopback", "--name", "Demo",
            "--months", "\(Bank.months)",
        ]
    }

    private func connectOrSync(_ state: SecretState) throws -> [String] {
        state == .connected ? try Step.sync.arguments(in: tested) : connectArguments
    }

    private func killedOnceKept(_ command: RunningCommand) throws -> RunningCommand.Ending {
        command.killed {
            do {
                return try SecretState(vault: tested).isKept
            } catch {
                return true
            }
        }
    }

    // MARK: Steps

    /// - Returns: what the vault should hold after it.
    private mutating func play(_ step: Step, _ before: Contents) throws -> Contents {
        if case .sync = step {
            workshop.today = workshop.today.adding(days: 1)
            try bank.open()
        }
        let duration = try time { try workshop.run(step.arguments(in: calm), vault: calm) }
        let expected = try Contents(vault: calm)
        var isDone = false
        for _ in 0..<2 where !isDone {
            let reader =
                person.chance(1, of: 4) ? try workshop.start(["dashboard"], vault: tested) : nil
            let command = try workshop.start(step.arguments(in: tested), vault: tested)
            let ending = command.killed(after: person.moment(within: duration))
            try reader?.mustSucceed()
            try workshop.run(["accounts", "--json"], vault: tested)
            let after = try Contents(vault: tested)
            try check(after, between: before, and: expected)
            let hasStored =
                after.decisions == expected.decisions && expected.decisions != before.decisions
            if ending == .exit(0) {
                try promise(
                    after.decisions == expected.decisions && after.facts == expected.facts,
                    "\(step.name) said that it was done, and was not")
            }
            try note(ending, of: command, as: step.name, hadStored: hasStored)
            isDone = hasStored || ending == .exit(0)
        }
        // What was stored and not said is brought up to date by the next pass.
        try workshop.run(
            isDone ? ["apply-rules"] : step.arguments(in: tested), vault: tested)
        return expected
    }

    private func check(
        _ after: Contents, between before: Contents, and expected: Contents
    ) throws {
        try promise(
            before.facts.intersection(expected.facts).isSubset(of: after.facts),
            "a fact is lost: \(difference(after.facts, before.facts))")
        try promise(
            after.facts.isSubset(of: before.facts.union(expected.facts)),
            "half a fact is stored: \(difference(after.facts, expected.facts))")
        try promise(
            after.decisions == before.decisions || after.decisions == expected.decisions,
            "half a decision is stored: \(difference(after.decisions, before.decisions))")
    }

    private func same(as expected: Contents, after step: String) throws -> Contents {
        let found = try Contents(vault: tested)
        for (name, part) in [
            ("facts", \Contents.facts), ("decisions", \.decisions), ("conclusions", \.conclusions),
            ("coverage", \.coverage),
        ] {
            let (found, expected) = (found[keyPath: part], expected[keyPath: part])
            try promise(
                found == expected,
                "after \(step), \(name) differ: \(difference(found, expected))")
        }
        return found
    }

    // MARK: Counting

    private mutating func note(
        _ ending: RunningCommand.Ending, of command: RunningCommand, as name: String,
        hadStored: Bool = false
    ) throws {
        switch ending {
        case .exit(0): tally.survivors += 1
        case .signal(SIGKILL): tally.killed(name, hadStored: hadStored)
        default: throw command.broke(ending)
        }
    }
}

/// How long something takes.
func time(_ work: () throws -> Void) rethrows -> Duration {
    try ContinuousClock().measure(work)
}

extension RunningCommand {
    func mustSucceed() throws {
        let ending = wait()
        guard ending == .exit(0) else { throw broke(ending) }
    }
}
