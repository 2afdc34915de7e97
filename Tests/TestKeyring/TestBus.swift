internal import Foundation
internal import TestSupport

/// A session bus of its own, in a temporary folder, with nothing on it.
///
/// It ends with this object, and with the test run.
public final class TestBus {
    /// As D-Bus writes it.
    public let address: String

    /// For whatever is on the bus; it goes with it.
    let folder: URL
    private let bus: HeldProcess

    /// Whether tests with a bus can run: in CI they must.
    public static var isExpected: Bool {
        TestProgram.areExpected("dbus-daemon")
    }

    public init() throws {
        guard let program = TestProgram("dbus-daemon") else {
            throw TestProgramMissing("dbus-daemon")
        }
        // Short, since a socket's path may have 107 bytes.
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("keyring-" + UUID().uuidString.prefix(8))
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let configuration = folder.appendingPathComponent("bus.conf").path
        try Self.configuration(socket: folder.appendingPathComponent("bus").path)
            .write(toFile: configuration, atomically: true, encoding: .utf8)
        bus = try HeldProcess(
            "\"$1\" --config-file=\"$2\" --nofork --print-address=1 &",
            arguments: [program.path, configuration], environment: program.environment)
        address = try bus.firstLine()
    }

    deinit {
        bus.stop()
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            print("cannot remove \(folder.path): \(error)")
        }
    }

    private static func configuration(socket: String) -> String {
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
