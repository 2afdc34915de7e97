import ArgumentParser
import Foundation
import Model
import TestSupport

struct Together: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run many commands on one vault at once, and look what they came to.")

    @Option(help: "How often.")
    var rounds = 30

    @Option(help: "Chooses what is run.")
    var seed: UInt64 = 1

    func run() throws {
        let workshop = try Workshop()
        let bank = Bank(workshop, seed: seed)
        try bank.open()
        let vault = "\(workshop.folder)/vault"
        try workshop.run(
            [
                "connect", "--token-file", bank.tokenPath, "--allow-http-on-loopback", "--months",
                "\(Bank.months)",
            ], vault: vault)
        let calm = try workshop.copy(vault, to: "calm")
        var random = RandomNumbers(seed: seed)
        var commands = 0
        for round in 0..<rounds {
            workshop.today = workshop.today.adding(days: 1)
            try bank.open()
            let decisions = decisions(of: round, &random)
            let all =
                decisions + [
                    ["sync"], ["apply-rules"], ["dashboard"], ["transactions"],
                    ["networth", "--json"],
                ]
            let running = try all.shuffled(using: &random).map {
                try workshop.start($0, vault: vault)
            }
            for command in running { try command.mustSucceed() }
            commands += running.count
            for command in [["sync"]] + decisions { try workshop.run(command, vault: calm) }
            for path in [vault, calm] { try workshop.run(["apply-rules"], vault: path) }
            try compare(vault, calm, round: round)
        }
        print("\(commands) commands in \(rounds) rounds")
        bank.close()
        try workshop.remove()
    }

    /// Decisions that come to the same in any order.
    private func decisions(of round: Int, _ random: inout RandomNumbers) -> [[String]] {
        let first = Int.random(in: 1...20, using: &random)
        return [
            ["transactions", "set", "\(first)", "--category", "travel"],
            ["transactions", "set", "\(first + 20)", "--note", "round \(round)"],
            ["transactions", "set", "\(first + 40)", "--class", "ignore"],
            ["rules", "add", "--description-contains", "ROUND \(round)", "--category", "dining"],
        ]
    }

    private func compare(_ vault: String, _ calm: String, round: Int) throws {
        let (found, expected) = (try Contents(vault: vault), try Contents(vault: calm))
        for (name, part) in [
            ("facts", \Contents.facts), ("decisions", \.decisions), ("conclusions", \.conclusions),
        ] {
            let (found, expected) = (found[keyPath: part], expected[keyPath: part])
            try promise(
                found == expected,
                "round \(round), seed \(seed): \(name) differ: \(difference(found, expected))")
        }
    }
}
