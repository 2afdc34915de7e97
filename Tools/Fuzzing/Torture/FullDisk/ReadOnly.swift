import ArgumentParser
import Foundation
import Model

struct ReadOnly: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look at a vault that can't be written, and try to change it.")

    private static let looking = [
        "dashboard", "accounts", "accounts coverage", "accounts history 1", "transactions",
        "transactions --json", "explain 1", "networth", "networth --daily", "income", "lens",
        "recurring", "transfers", "payees", "rules list", "history", "status", "connections",
        // A pass that changes nothing writes nothing.
        "apply-rules",
    ]

    private static let changing = [
        "sync", "transactions set 1 --category travel",
        "rules add --description-contains X --category travel", "accounts type 1 savings",
    ]

    func run() throws {
        let workshop = try Workshop()
        let shim = try FullDiskShim(in: workshop)
        let bank = Bank(workshop, seed: 1)
        try bank.open()
        let vault = "\(workshop.folder)/vault"
        try workshop.run(
            [
                "connect", "--token-file", bank.tokenPath, "--allow-http-on-loopback", "--months",
                "1",
            ], vault: vault)
        let expected = try Contents(vault: vault)
        for words in Self.looking {
            let plain = try workshop.start(Self.arguments(words), vault: vault)
            let ending = plain.wait()
            let looked = try workshop.start(
                Self.arguments(words), vault: vault, further: shim.readOnly(vault))
            let found = looked.wait()
            guard found == ending else { throw looked.broke(found) }
            try promise(try looked.output == plain.output, "\(words) shows something else")
        }
        for words in Self.changing {
            let command = try workshop.start(
                Self.arguments(words), vault: vault, further: shim.readOnly(vault))
            let ending = command.wait()
            guard ending == .exit(4) else { throw command.broke(ending) }
            let errors = try command.errors
            try promise(
                errors.contains("not written") || errors.contains("Read-only file system"),
                "\(words) does not say why: \(errors)")
        }
        let doctor = try workshop.start(["doctor"], vault: vault, further: shim.readOnly(vault))
        guard doctor.wait() == .exit(3) else { throw doctor.broke(.exit(3)) }
        try promise(
            try doctor.output.contains(" writing\n"),
            "doctor does not say that the vault can't be written")
        let found = try Contents(vault: vault)
        try promise(
            found.facts == expected.facts && found.decisions == expected.decisions
                && found.records == expected.records,
            "a vault that can't be written was changed")
        try refusals(workshop, shim, vault)
        bank.close()
        print("\(Self.looking.count) commands looked, \(Self.changing.count) were refused")
        try workshop.remove()
    }

    /// What can't even be read without writing.
    private func refusals(_ workshop: Workshop, _ shim: FullDiskShim, _ vault: String) throws {
        let unfinished = try workshop.copy(vault, to: "unfinished")
        try Data(repeating: 1, count: 4152)
            .write(to: URL(fileURLWithPath: unfinished + "/vault.sqlite-wal"))
        try refuse(unfinished, saying: "Its newest changes are in", workshop, shim)
    }

    private func refuse(
        _ vault: String, saying words: String, _ workshop: Workshop, _ shim: FullDiskShim
    ) throws {
        let command = try workshop.start(
            ["accounts"], vault: vault, further: shim.readOnly(vault))
        let ending = command.wait()
        guard ending == .exit(4) else { throw command.broke(ending) }
        let errors = try command.errors
        try promise(errors.contains(words), "it does not say why: \(errors)")
    }

    private static func arguments(_ words: String) -> [String] {
        words.split(separator: " ").map(String.init)
    }
}
