import ArgumentParser
import Foundation

@main
struct Torture: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ghostvault-torture",
        abstract: "Does to vaults what machines do: kills, full disks and many commands at once.",
        subcommands: [
            Kill.self, FullDisk.self, WatchedFullDisk.self, ReadOnly.self, Together.self,
            Soak.self,
        ])
}

struct Kill: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Kill commands at random moments, and look what is left.")

    @Option(help: "How many kills.")
    var kills = 500

    @Option(help: "Chooses what is done and when it is killed.")
    var seed: UInt64 = 1

    func run() throws {
        print("seed \(seed), \(kills) kills")
        var tally = Tally()
        var lives: UInt64 = 0
        while tally.kills < kills {
            let seed = seed &+ lives
            do {
                try live(seed, &tally)
            } catch {
                print("with seed \(seed), after \(tally.kills) kills:")
                throw error
            }
            lives += 1
        }
        print(tally.text)
    }

    private func live(_ seed: UInt64, _ tally: inout Tally) throws {
        let workshop = try Workshop()
        var life = Life(workshop, seed: seed, tally: tally)
        try life.live(steps: 12, until: kills)
        tally = life.tally
        try workshop.remove()
    }
}
