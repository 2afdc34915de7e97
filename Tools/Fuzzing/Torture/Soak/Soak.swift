import ArgumentParser
import Foundation
import Model
import TestSupport

struct Soak: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Leave a watcher running for thousands of changes, then harm it.",
        discussion: """
            First it is given changes alone, and its memory must not grow. Then it is killed and \
            started anew, its files are garbled, and its bank goes away, in between more changes. \
            What it leaves must be what a pass over everything concludes.
            """)

    @Option(help: "How many changes, without harm.")
    var cycles = 1_000

    @Option(help: "How often harm is done.")
    var harms = 50

    @Option(help: "Chooses what is done.")
    var seed: UInt64 = 1

    func run() throws {
        print("seed \(seed), \(cycles) changes, \(harms) harms")
        let workshop = try Workshop()
        let bank = Bank(workshop, seed: seed)
        try bank.open()
        let vault = "\(workshop.folder)/vault"
        try workshop.run(
            [
                "connect", "--token-file", bank.tokenPath, "--allow-http-on-loopback", "--months",
                "3",
            ], vault: vault)
        var life = WatchedLife(workshop, bank, vault: vault, seed: seed)
        try life.change(cycles)
        try life.harm(harms)
        try life.finish()
        bank.close()
        print(life.tally)
        try workshop.remove()
    }
}

/// What happens to a vault while it is watched.
struct WatchedLife {
    private let workshop: Workshop
    private let bank: Bank
    private let vault: String
    private let watcher: SoakedWatcher
    private var random: RandomNumbers
    private var edits = 0
    private var counts: [String: Int] = [:]
    private var memory: (early: Int, late: Int) = (0, 0)

    init(_ workshop: Workshop, _ bank: Bank, vault: String, seed: UInt64) {
        self.workshop = workshop
        self.bank = bank
        self.vault = vault
        watcher = SoakedWatcher(workshop, vault: vault)
        random = RandomNumbers(seed: seed)
    }

    var tally: String {
        counts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
            .joined(separator: ", ")
            + "; \(watcher.syncs) syncs; memory \(memory.early >> 10) KiB early, "
            + "\(memory.late >> 10) late"
    }

    // MARK: Changes

    /// - Throws: ``BrokenPromise`` where its memory grows.
    mutating func change(_ cycles: Int) throws {
        try watcher.start()
        for cycle in 1...max(1, cycles) {
            try changeOnce()
            // By then all that is kept between changes has been made once.
            if cycle == max(1, cycles / 5) { memory.early = try watcher.memory }
        }
        memory.late = try watcher.memory
        let limit = memory.early + memory.early / 10 + (2 << 20)
        try promise(
            memory.late <= limit,
            "memory grew from \(memory.early) to \(memory.late) bytes over \(cycles) changes")
    }

    private mutating func changeOnce() throws {
        edits += 1
        switch Int.random(in: 0..<50, using: &random) {
        case 0...24:
            try write(rule, to: "rules/50-soak.lua")
            try watcher.waitFor("classified", "\"cause\":\"files\"")
            count("edited rule")
        case 25...29:
            try write(rule, to: "rules/50-soak.lua")
            try watcher.waitFor("classified", "\"cause\":\"files\"")
            try write("rule {", to: "rules/50-soak.lua")
            try watcher.waitFor("broken")
            edits += 1
            try write(rule, to: "rules/50-soak.lua")
            try watcher.waitFor("mended")
            count("mistake")
        case 30...41:
            let number = Int.random(in: 1...60, using: &random)
            try workshop.run(
                ["transactions", "set", "\(number)", "--note", "note \(edits)"], vault: vault)
            try watcher.catchUp()
            count("other command")
        case 42...48:
            try watcher.send(SIGHUP)
            try watcher.waitFor("classified", "\"cause\":\"asked\"")
            count("SIGHUP")
        default:
            try openBankLater()
            try watcher.waitFor("synced")
            count("day of the bank")
        }
    }

    /// Lets the bank's life go on to the watcher's day.
    private func openBankLater() throws {
        let day = CalendarDay(secondsSinceEpoch: watcher.now)
        if workshop.today < day { workshop.today = day }
        try bank.open()
    }

    // MARK: Harm

    mutating func harm(_ count: Int) throws {
        for _ in 0..<count {
            try harmOnce()
            for _ in 0..<3 { try changeOnce() }
        }
    }

    private mutating func harmOnce() throws {
        switch Int.random(in: 0..<7, using: &random) {
        case 0, 1:
            // Perhaps in the middle of something.
            usleep(UInt32.random(in: 0..<300_000, using: &random))
            let ending = try watcher.end(with: SIGKILL)
            try promise(ending == .signal(SIGKILL), "it ended by itself: \(ending)")
            count("kill")
            try restart()
        case 2:
            try endCleanly()
            count("stop")
            try restart()
        case 3:
            try garble("watch.json")
            try garble("rules/60-garbled.lua")
            try watcher.waitFor("broken")
            try remove("rules/60-garbled.lua")
            try watcher.waitFor("mended")
            count("garbled rules")
        case 4:
            try garble("config/income-patterns.toml")
            try watcher.waitFor("broken")
            try remove("config/income-patterns.toml")
            try watcher.waitFor("mended")
            count("garbled configuration")
        case 5:
            bank.close()
            try watcher.waitFor("synced", "\"outcome\":\"failed\"")
            try openBankLater()
            try watcher.waitFor("synced", "\"outcome\":\"complete\"")
            count("bank away")
        default:
            let rules = "\(vault)/rules"
            try FileManager.default.moveItem(atPath: rules, toPath: rules + ".away")
            try watcher.waitFor("classified", "\"deleted\":[\"rules\"]")
            try FileManager.default.moveItem(atPath: rules + ".away", toPath: rules)
            try watcher.waitFor("classified", "\"files\":[\"rules\"],\"deleted\":[]")
            count("rules away")
        }
    }

    private func restart() throws {
        let day = CalendarDay(secondsSinceEpoch: watcher.now)
        if workshop.today < day { workshop.today = day }
        try bank.open()
        try watcher.start()
    }

    private func endCleanly() throws {
        let ending = try watcher.end(with: SIGTERM)
        try promise(ending == .exit(0), "it did not end well: \(ending)")
    }

    // MARK: The end

    /// - Throws: ``BrokenPromise`` where what it leaves is not what it should be.
    mutating func finish() throws {
        try watcher.catchUp()
        try openBankLater()
        // The first may have begun before.
        for _ in 1...2 { try watcher.waitFor("synced", "\"outcome\":\"complete\"") }
        try endCleanly()
        let contents = try Contents(vault: vault)
        let missing = bank.truth.subtracting(contents.visible)
        try promise(missing.isEmpty, "missing: \(missing.sorted().prefix(3))")
        let pass = try workshop.run(["apply-rules", "--dry-run", "--json"], vault: vault)
        try promise(
            try pass.output.contains("\"changed\": 0"),
            "a pass over everything concludes something else")
    }

    private mutating func count(_ name: String) { counts[name, default: 0] += 1 }

    private var rule: String {
        """
        rule { name = "Soak", when = { amount = less(0) }, set = { tags = { "t\(edits)" } } }
        """
    }

    // MARK: Files

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(
            to: URL(fileURLWithPath: "\(vault)/\(path)"), options: .atomic)
    }

    private mutating func garble(_ path: String) throws {
        let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
        try Data(bytes).write(to: URL(fileURLWithPath: "\(vault)/\(path)"))
    }

    private func remove(_ path: String) throws {
        try FileManager.default.removeItem(atPath: "\(vault)/\(path)")
    }
}
