/// The property list of a service for launchd on macOS.
public struct LaunchdAgent: Hashable, Sendable {
    private let service: WatchService
    private let logPath: String

    /// - Parameter logPath: where what the service prints goes.
    public init(_ service: WatchService, logPath: String) {
        self.service = service
        self.logPath = logPath
    }

    public var text: String {
        let arguments = service.command.map { "        <string>\(Self.escaped($0))</string>" }
            .joined(separator: "\n")
        let log = Self.escaped(logPath)
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
            "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <!-- \(ServiceFile.mark); "ghostvault service remove" deletes it. -->
            <plist version="1.0">
            <dict>
                <key>Label</key>
                <string>\(service.name.text)</string>
                <key>ProgramArguments</key>
                <array>
            \(arguments)
                </array>
                <key>RunAtLoad</key>
                <true/>
                <key>KeepAlive</key>
                <dict>
                    <key>SuccessfulExit</key>
                    <false/>
                </dict>
                <key>ThrottleInterval</key>
                <integer>60</integer>
                <key>ProcessType</key>
                <string>Background</string>
                <key>Umask</key>
                <integer>63</integer>
                <key>StandardOutPath</key>
                <string>\(log)</string>
                <key>StandardErrorPath</key>
                <string>\(log)</string>
            </dict>
            </plist>

            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
    }
}
