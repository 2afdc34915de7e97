import Foundation
import Platform
import TestSupport
import Testing

@Suite("The unit for systemd")
struct SystemdUnitTests {
    private func unit(
        program: String = "/bin/true", vault: String = "/home/ann/money"
    ) throws -> String {
        let name = ServiceName(vault: vault, usualVault: "/usual")
        return SystemdUnit(try WatchService(name: name, program: program, vault: vault)).text
    }

    private func lines(_ start: String, in unit: String) -> [String] {
        unit.split(separator: "\n").map(String.init).filter { $0.hasPrefix(start) }
    }

    @Test("starts the watcher of its vault")
    func command() throws {
        #expect(
            lines("ExecStart=", in: try unit())
                == [#"ExecStart="/bin/true" "watch" "--vault" "/home/ann/money""#])
    }

    @Test("escapes every character of a path")
    func escapes() throws {
        let unit = try unit(program: "/opt/a b/100%", vault: #"/v/$HOME "x" \y %h"#)
        #expect(
            lines("ExecStart=", in: unit) == [
                #"ExecStart="/opt/a b/100%%" "watch" "--vault" "/v/$$HOME \"x\" \\y %%h""#
            ])
        #expect(
            lines("ReadWritePaths=", in: unit)
                == [#"ReadWritePaths="-/v/$HOME \"x\" \\y %%h""#])
        #expect(
            lines("Description=", in: unit)
                == [#"Description=GhostVault watches "/v/$HOME \"x\" \\y %%h""#])
    }

    @Test("keeps its lines apart, also if the vault's name ends in a backslash")
    func continuedLine() throws {
        let lines = try unit(vault: "/v\\").split(separator: "\n")
        #expect(lines.allSatisfy { line in !line.hasSuffix("\\") })
        #expect(lines.contains("StartLimitIntervalSec=1h"))
    }

    @Test("has no temporary folder of its own for a vault that lies there")
    func temporaryVault() throws {
        #expect(lines("PrivateTmp=", in: try unit()) == ["PrivateTmp=true"])
        #expect(lines("PrivateTmp=", in: try unit(vault: "/tmp/money")).isEmpty)
    }

    @Test(
        "is refused a path that it could not hold",
        arguments: ["/v/a\nExecStartPre=/bin/evil", "/v/\u{0}", "relative"])
    func unusablePath(path: String) {
        #expect(throws: ServiceError.unusablePath(path)) { try unit(vault: path) }
        #expect(throws: ServiceError.unusablePath(path)) { try unit(program: path) }
    }

    @Test(
        "is a unit without a mistake",
        .enabled(if: SystemdAnalyze.isExpected, "needs systemd-analyze"),
        arguments: ["/home/ann/money", #"/home/ann/my 100% "own" $HOME\n money"#, "/tmp/money"])
    func verified(vault: String) throws {
        let folder = try ScratchFolder()
        let file = try folder.file(named: "watch.service", try unit(vault: vault))
        let judged = try SystemdAnalyze.run("verify", file.path)
        #expect(judged.text == "")
        #expect(judged.exitCode == 0)
    }

    @Test(
        "is shut off well: 2.5 of 10, where 10 is open",
        .enabled(if: SystemdAnalyze.isExpected, "needs systemd-analyze"))
    func security() throws {
        let folder = try ScratchFolder()
        let file = try folder.file(named: "watch.service", try unit())
        let judged = try SystemdAnalyze.run(
            "security", "--offline=true", "--threshold=25", "--no-pager", file.path)
        #expect(judged.exitCode == 0, "\(judged.text.suffix(200))")
    }
}
