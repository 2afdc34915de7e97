internal import Foundation
internal import Platform
internal import TestSupport

/// A session bus of its own with GNOME Keyring on it, in a temporary folder:
/// a real secret service that knows nothing of the person's own.
///
/// The programs are the system's, or those that Tools/scripts/test-programs.sh has
/// put beside the build. They end with this object, and with the test run.
public final class TestKeyring {
    /// Names the bus, and the folder of the tool that reaches the keyring over it.
    public let environment: [String: String]

    private let bus: TestBus
    private let program: TestProgram
    private var service: HeldProcess?

    /// Whether tests with a keyring can run: in CI they must.
    public static var isExpected: Bool {
        TestProgram.areExpected("dbus-daemon", "gnome-keyring-daemon", "secret-tool")
    }

    /// Starts the bus, with no service on it yet.
    public init() throws {
        guard let program = TestProgram("gnome-keyring-daemon") else {
            throw TestProgramMissing("gnome-keyring-daemon")
        }
        guard let tool = TestProgram("secret-tool") else {
            throw TestProgramMissing("secret-tool")
        }
        self.program = program
        bus = try TestBus()
        // Its libraries are its own: other programs in the same environment have theirs.
        let tools = bus.folder.appendingPathComponent("tools")
        try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
        let wrapper = tools.appendingPathComponent("secret-tool").path
        let libraries = tool.environment["LD_LIBRARY_PATH"] ?? ""
        try "#!/bin/sh\nLD_LIBRARY_PATH='\(libraries)' exec '\(tool.path)' \"$@\"\n"
            .write(toFile: wrapper, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: wrapper)
        environment = [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "PATH": tools.path + ":/usr/bin:/bin",
        ]
    }

    deinit { service?.stop() }

    /// Starts the service over the keyrings that an earlier one has left.
    ///
    /// - Parameter password: unlocks the default keyring, which is made where
    ///   it is missing; nil leaves it locked, or missing.
    public func startService(password: String? = nil) throws {
        var environment = program.environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
        environment["HOME"] = bus.folder.path
        for (variable, name) in [
            ("XDG_DATA_HOME", "data"), ("XDG_CONFIG_HOME", "config"),
            ("XDG_CACHE_HOME", "cache"), ("XDG_RUNTIME_DIR", "run"),
        ] {
            let part = bus.folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: part, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            environment[variable] = part.path
        }
        let options = "--foreground --components=secrets >/dev/null &"
        let service = try HeldProcess(
            password == nil
                ? "\"$1\" " + options : "printf %s \"$2\" | \"$1\" --unlock " + options,
            arguments: [program.path, password ?? ""], environment: environment)
        self.service = service
        try waitUntilItAnswers()
    }

    /// Ends the service. What it keeps stays, locked.
    public func stopService() {
        service?.stop()
        service = nil
    }

    /// Stops the service from answering; it stays on the bus.
    public func suspendService() throws { try service?.suspend() }

    private func waitUntilItAnswers() throws {
        let probe = SecretKeepers(environment: environment)
        for _ in 0..<12_000 {
            do throws(SecretKeeperError) {
                _ = try probe.secret(named: SecretName(identifier: "nobody's"), with: .service)
            } catch {
                if error.reason == .noSuchSecret { return }
            }
            Thread.sleep(forTimeInterval: 0.05)
        }
        throw KeyringMissingFromBus()
    }
}

struct KeyringMissingFromBus: Error, CustomStringConvertible {
    let description = "The keyring did not come onto its bus."
}
