import Foundation
import Secrets
import Testing

@Suite("The session bus")
struct SessionBusTests {
    private let name = SecretName.unused()

    private func service(at address: String) -> SecretService {
        SecretService(
            busAddress: address, patience: SecretService.Patience(answer: .milliseconds(200)))
    }

    @Test(
        "is not connected to where secrets could leave the machine, or a program be started",
        arguments: [
            "tcp:host=127.0.0.1,port=1", "unixexec:path=/bin/true",
            "unix:path=/nonexistent/bus;tcp:host=127.0.0.1,port=1", "autolaunch:", "disabled:", "",
        ])
    func foreignAddress(address: String) {
        #expect(throws: SecretServiceError.noBus) {
            try service(at: address).secret(named: name)
        }
    }

    @Test("is missing where its socket is")
    func missingSocket() {
        #expect(throws: SecretServiceError.noBus) {
            try service(at: "unix:path=/nonexistent/bus").secret(named: name)
        }
    }

    @Test("holds nobody up where it is silent")
    func silentBus() throws {
        let bus = try SilentSocket()
        #expect(throws: SecretServiceError.noAnswer) {
            try service(at: "unix:path=" + bus.path).secret(named: name)
        }
    }

    @Test("is found by the environment, else by its socket in the runtime folder")
    func environment() throws {
        let bus = try SilentSocket()
        let folder = (bus.path as NSString).deletingLastPathComponent
        let found = SecretService(busAddress: "unix:path=" + bus.path)
        #expect(SecretService(environment: ["XDG_RUNTIME_DIR": folder]) == found)
        #expect(
            SecretService(environment: [
                "XDG_RUNTIME_DIR": folder, "DBUS_SESSION_BUS_ADDRESS": "unix:abstract=other",
            ]) == SecretService(busAddress: "unix:abstract=other"))
        #expect(
            SecretService(environment: [
                "XDG_RUNTIME_DIR": folder, "DBUS_SESSION_BUS_ADDRESS": "",
            ]) == found)
    }

    @Test("is none where the environment names none, or names what is no socket")
    func noEnvironment() throws {
        #expect(SecretService(environment: [:]) == nil)
        #expect(SecretService(environment: ["XDG_RUNTIME_DIR": "/nonexistent"]) == nil)
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("runtime-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        try Data().write(to: folder.appendingPathComponent("bus"))
        #expect(SecretService(environment: ["XDG_RUNTIME_DIR": folder.path]) == nil)
    }

    @Test("is found in a folder whose name an address must write otherwise")
    func escapedFolder() throws {
        let bus = try SilentSocket(folder: "a b,c;d=é%")
        let folder = (bus.path as NSString).deletingLastPathComponent
        let patience = SecretService.Patience(answer: .milliseconds(200))
        let service = try #require(
            SecretService(environment: ["XDG_RUNTIME_DIR": folder], patience: patience))
        #expect(throws: SecretServiceError.noAnswer) { try service.secret(named: name) }
    }
}
