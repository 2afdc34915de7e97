import ArgumentParser
import Foundation

struct WatchedFullDisk: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watched-full-disk",
        abstract: "Let the disk of a watched vault be full for a while.")

    private static let rule = """
        rule { name = "All", when = { amount = less(0) }, set = { notes = "x" } }

        """

    func run() throws {
        let workshop = try Workshop()
        let shim = try FullDiskShim(in: workshop)
        let bank = Bank(workshop, seed: 1)
        try bank.open()
        let vault = "\(workshop.folder)/vault"
        try workshop.run(
            ["connect", "--token-file", bank.tokenPath, "--allow-http-on-loopback"], vault: vault)
        let expected = try withRoom(workshop, vault)
        let sign = "\(workshop.folder)/full"
        let watcher = try workshop.start(
            ["watch", "--clock-speed", "15"], vault: vault,
            further: shim.environment(for: vault, fullWhile: sign))
        try wait(for: "next sync", from: watcher)

        try Data().write(to: URL(fileURLWithPath: sign))
        try Self.writeRule(to: vault)
        try wait(for: "an action failed; it will be retried\n", from: watcher)
        try wait(for: "    Cannot write \(vault)/vault.sqlite.\n", from: watcher)
        try wait(for: "    The disk is full.\n", from: watcher)
        try wait(for: "    Nothing was stored in part. Check free space and", from: watcher)
        try FileManager.default.removeItem(atPath: sign)
        try wait(for: "the failed action succeeded\n", from: watcher)
        try Data("rule {".utf8).write(to: URL(fileURLWithPath: vault + "/rules/95-mistake.lua"))
        try wait(for: "rules/95-mistake.lua has 1 mistake", from: watcher)
        let told = try watcher.output.components(separatedBy: "an action failed; it will").count - 1
        try promise(told == 1, "it was told \(told) times")
        let ending = watcher.end(with: SIGTERM)
        guard ending == .exit(0) else { throw watcher.broke(ending) }
        let found = try Contents(vault: vault)
        try promise(
            found.conclusions == expected.conclusions && found.facts == expected.facts,
            "what is stored differs: \(difference(found.conclusions, expected.conclusions))")
        bank.close()
        print("a watcher went on behind a full disk")
        try workshop.remove()
    }

    /// What the vault holds once the rule was applied.
    private func withRoom(_ workshop: Workshop, _ vault: String) throws -> Contents {
        let calm = try workshop.copy(vault, to: "calm")
        try Self.writeRule(to: calm)
        try workshop.run(["apply-rules"], vault: calm)
        return try Contents(vault: calm)
    }

    private static func writeRule(to vault: String) throws {
        try Data(rule.utf8).write(to: URL(fileURLWithPath: vault + "/rules/90-all.lua"))
    }

    private func wait(for words: String, from watcher: RunningCommand) throws {
        let clock = ContinuousClock()
        let patience = clock.now + .seconds(60)
        while clock.now < patience {
            if try watcher.output.contains(words) { return }
            if watcher.hasEnded { throw BrokenPromise("it ended: \(try watcher.errors)") }
            usleep(5_000)
        }
        let told = try watcher.output
        throw BrokenPromise("it did not tell \(words): \(told)")
    }
}
