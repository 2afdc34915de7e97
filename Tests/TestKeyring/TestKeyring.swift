internal import Foundation
internal import Secrets

/// A session bus of its own with GNOME Keyring on it, in a temporary folder:
/// a real secret service that knows nothing of the person's own.
///
/// The programs are the system's, or those that scripts/test-keyring.sh has
/// put beside the build. They end with this object, and with the test run.
public final class TestKeyring {
    /// The bus's address, as D-Bus writes it.
    public let busAddress: String

    private let folder: URL
    private let programs: Programs
    private let bus: HeldProcess
    private var service: HeldProcess?

    /// Whether tests with a keyring can run: in CI they must.
    public static var isExpected: Bool {
        Programs.installed() != nil || ProcessInfo.processInfo.environment["CI"] != nil
    }

    /// Starts the bus, with no service on it yet.
    public init() throws {
        guard let installed = Programs.installed() else { throw KeyringMissing() }
        programs = installed
        // Short, since a socket's path may have 107 bytes.
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("keyring-" + UUID().uuidString.prefix(8))
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let configuration = folder.appendingPathComponent("bus.conf").path
        try Self.busConfiguration(socket: folder.appendingPathComponent("bus").path)
            .write(toFile: configuration, atomically: true, encoding: .utf8)
        bus = try HeldProcess(
            "\"$1\" --config-file=\"$2\" --nofork --print-address=1 &",
            arguments: [programs.bus, configuration], environment: programs.environment)
        busAddress = try bus.firstLine()
    }

    deinit {
        service?.stop()
        bus.stop()
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            print("cannot remove \(folder.path): \(error)")
        }
    }

    /// Starts the service over the keyrings that an earlier one has left.
    ///
    /// - Parameter password: unlocks the default keyring, which is made where
    ///   it is missing; nil leaves it locked, or missing.
    public func startService(password: String? = nil) throws {
        var environment = programs.environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = busAddress
        environment["HOME"] = folder.path
        for (variable, name) in [
            ("XDG_DATA_HOME", "data"), ("XDG_CONFIG_HOME", "config"),
            ("XDG_CACHE_HOME", "cache"), ("XDG_RUNTIME_DIR", "run"),
        ] {
            let part = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: part, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            environment[variable] = part.path
        }
        let options = "--foreground --components=secrets >/dev/null &"
        let service = try HeldProcess(
            password == nil
                ? "\"$1\" " + options : "printf %s \"$2\" | \"$1\" --unlock " + options,
            arguments: [programs.keyring, password ?? ""], environment: environment)
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
        let probe = SecretService(busAddress: busAddress)
        for _ in 0..<200 {
            do {
                _ = try probe.secret(named: SecretName(identifier: "nobody's"))
            } catch .noService {
                Thread.sleep(forTimeInterval: 0.05)
                continue
            } catch .noSuchSecret, .locked {
                return
            }
        }
        throw KeyringMissingFromBus()
    }

    private static func busConfiguration(socket: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>unix:path=\(socket)</listen>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>
        """
    }
}

public struct KeyringMissing: Error, CustomStringConvertible {
    public let description = """
        These tests need gnome-keyring and dbus-daemon; run \
        scripts/test-keyring.sh .build/keyring to have them beside the build.
        """
}

struct KeyringMissingFromBus: Error, CustomStringConvertible {
    let description = "The keyring did not come onto its bus."
}
