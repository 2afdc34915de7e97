import Engine
import Foundation
import Testing
import Vault

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("A pipe or a device where a file is read", .timeLimit(.minutes(1)))
struct OddFileTests {
    private let demo: DemoVault

    init() throws {
        demo = try DemoVault()
        for folder in ["automation", "config", "rules"] {
            try FileManager.default.createDirectory(
                atPath: "\(demo.folder.path)/\(folder)", withIntermediateDirectories: true)
        }
    }

    private func reason(_ read: (Engine) throws -> some Any) -> String? {
        do {
            _ = try read(demo.engine())
        } catch EngineError.cannotRead(_, let reason) {
            return reason
        } catch {
            return "\(error)"
        }
        return nil
    }

    @Test(
        "is no ordinary file, and nobody waits for its writer",
        arguments: ["rules/50-mine.lua", "config/lens.toml"])
    func pipe(path: String) throws {
        try #require(mkfifo("\(demo.folder.path)/\(path)", 0o600) == 0)
        #expect(reason { try $0.classify(dryRun: true) } == "it is no ordinary file")
    }

    @Test("is none among handlers either")
    func handlers() throws {
        try #require(mkfifo("\(demo.folder.automationPath)/alerts.lua", 0o600) == 0)
        #expect(reason { try $0.automations() } == "it is no ordinary file")
    }

    @Test("is none at the end of a link")
    func device() throws {
        try FileManager.default.createSymbolicLink(
            atPath: demo.folder.rulesPath + "/50-mine.lua", withDestinationPath: "/dev/zero")
        #expect(reason { try $0.classify(dryRun: true) } == "it is no ordinary file")
    }
}
