import Foundation
import Platform
import Testing

@Suite("The property list for launchd")
struct LaunchdAgentTests {
    private func properties(vault: String) throws -> [String: Any] {
        let name = ServiceName(vault: vault, usualVault: "/usual")
        let service = try WatchService(name: name, program: "/opt/ghostvault", vault: vault)
        let text = LaunchdAgent(service, logPath: "/Users/ann/Library/Logs/<x>.log").text
        let list = try PropertyListSerialization.propertyList(
            from: Data(text.utf8), options: [], format: nil)
        return try #require(list as? [String: Any])
    }

    @Test(
        "starts the watcher of its vault, whatever letters its path has",
        arguments: ["/Users/ann/money", #"/Users/ann/R&D <100%> "x" 'y' é"#])
    func command(vault: String) throws {
        let arguments = try properties(vault: vault)["ProgramArguments"] as? [String]
        #expect(arguments == ["/opt/ghostvault", "watch", "--vault", vault])
    }

    @Test("starts it at login, and again after a failure only")
    func keptAlive() throws {
        let properties = try properties(vault: "/v")
        #expect(properties["RunAtLoad"] as? Bool == true)
        #expect(properties["KeepAlive"] as? [String: Bool] == ["SuccessfulExit": false])
    }

    @Test("is called as the service is, and keeps its files to the user")
    func label() throws {
        let properties = try properties(vault: "/usual")
        #expect(properties["Label"] as? String == "ghostvault-watch")
        #expect(properties["Umask"] as? Int == 0o077)
        #expect(properties["StandardOutPath"] as? String == "/Users/ann/Library/Logs/<x>.log")
    }
}
