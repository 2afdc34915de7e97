import TestDesktop
import TestKeyring

/// A session bus of its own with something on it that takes notifications.
final class Desktop {
    private let bus: TestBus
    private let desktop: OpaquePointer

    struct NotStarted: Error {}

    init(_ kind: test_desktop_kind) throws {
        bus = try TestBus()
        guard let desktop = test_desktop_start(bus.address, kind) else { throw NotStarted() }
        self.desktop = desktop
    }

    deinit { test_desktop_stop(desktop) }

    var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": bus.address] }
    var title: String { String(cString: test_desktop_title(desktop)) }
    var text: String { String(cString: test_desktop_text(desktop)) }
    var application: String { String(cString: test_desktop_application(desktop)) }
    var urgency: Int32 { test_desktop_urgency(desktop) }
}
