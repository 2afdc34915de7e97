import ArgumentParser
import Foundation
import Model

struct FullDisk: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Let the disk be full at each write of a command, and look what is left.")

    @Option(help: "Try every so many writes; 1 tries all.")
    var every = 1

    @Option(help: "Only this command: connect, sync, classify, decide or backup.")
    var only: String?

    func run() throws {
        let workshop = try Workshop()
        let shim = try FullDiskShim(in: workshop)
        let bank = Bank(workshop, seed: 1)
        try bank.open()
        let empty = "\(workshop.folder)/none"
        let connect = [
            "connect", "--token-file", bank.tokenPath, "--allow-http-on-loopback", "--name", "Demo",
            "--months", "2",
        ]
        try trial("connect", connect, on: empty, workshop, shim, beforeEach: bank.open)

        let connected = "\(workshop.folder)/connected"
        try bank.open()
        try workshop.run(connect, vault: connected)
        workshop.today = workshop.today.adding(days: 1)
        try bank.open()
        try trial("sync", ["sync"], on: connected, workshop, shim)
        try trial(
            "decide", ["transactions", "set", "3", "--category", "travel", "--all-from-payee"],
            on: connected, workshop, shim)
        try trial(
            "classify", ["apply-rules"], on: connected, workshop, shim,
            rule: "rule { name = \"All\", when = { amount = less(0) }, set = { notes = \"x\" } }\n")
        try trial("backup", ["backup"], on: connected, workshop, shim)
        bank.close()
        try workshop.remove()
    }

    /// - Parameters:
    ///   - template: the vault before the command; it may be missing.
    ///   - rule: a rule file that is there before it.
    private func trial(
        _ name: String, _ arguments: [String], on template: String, _ workshop: Workshop,
        _ shim: FullDiskShim, rule: String? = nil, beforeEach: () throws -> Void = {}
    ) throws {
        guard only == nil || only == name else { return }
        func vault(_ name: String) throws -> String {
            guard FileManager.default.fileExists(atPath: template) else {
                let path = "\(workshop.folder)/\(name)"
                if FileManager.default.fileExists(atPath: path) {
                    try FileManager.default.removeItem(atPath: path)
                }
                return path
            }
            let path = try workshop.copy(template, to: name)
            if let rule {
                try Data(rule.utf8).write(to: URL(fileURLWithPath: path + "/rules/90-all.lua"))
            }
            return path
        }
        let calm = try vault("calm")
        try beforeEach()
        let command = try workshop.start(
            arguments, vault: calm, further: shim.environment(for: calm, room: nil))
        try command.mustSucceed()
        let writes = try shim.count()
        let expected = try Contents(vault: calm)
        for room in stride(from: 0, to: writes, by: max(1, every)) {
            let tested = try vault("tested")
            try beforeEach()
            do {
                try fill(tested, room: room, arguments, expected, workshop, shim)
            } catch {
                throw BrokenPromise("\(name), disk full at write \(room): \(error)")
            }
        }
        print("\(name): \(writes) writes")
    }

    private func fill(
        _ vault: String, room: Int, _ arguments: [String], _ expected: Contents,
        _ workshop: Workshop, _ shim: FullDiskShim
    ) throws {
        let command = try workshop.start(
            arguments, vault: vault, further: shim.environment(for: vault, room: room))
        let ending = command.wait()
        switch ending {
        case .exit(0): break
        // 3: the answers that came before are stored.
        case .exit(4), .exit(3):
            let errors = try command.errors.lowercased()
            let isTold = ["disk is full", "enough space", "no space left"]
                .contains(where: errors.contains)
            try promise(
                isTold && (errors.contains("free space") || errors.contains("apply-rules")),
                "it is not told why: \(errors)")
        case .signal, .exit: throw command.broke(ending)
        }
        try promise(
            FileManager.default.subpaths(atPath: vault)?.contains { $0.contains("unfinished") }
                != true,
            "it leaves the beginning of a file")
        // With room again, the command does all of it, or what it says does.
        let state = try SecretState(vault: vault)
        let again =
            switch arguments[0] {
            case "connect" where state == .connected: ["sync", "--months", "2"]
            case "transactions" where ending != .exit(4): ["apply-rules"]
            default: arguments
            }
        try workshop.run(again, vault: vault)
        let found = try Contents(vault: vault)
        try promise(
            found.facts == expected.facts,
            "facts differ: \(difference(found.facts, expected.facts))")
        try promise(
            found.conclusions == expected.conclusions,
            "conclusions differ: \(difference(found.conclusions, expected.conclusions))")
        try promise(
            found.decisions == expected.decisions,
            "decisions differ: \(difference(found.decisions, expected.decisions))")
    }
}
