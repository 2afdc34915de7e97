/// The launchd of a user's session on macOS, by `launchctl`.
public struct LaunchdManager: ServiceManager {
    private let library: String
    private let session: String
    private let launchctl: ControlProgram
    private let tail: ControlProgram

    /// - Parameters:
    ///   - environment: names the home folder (HOME) and where programs are
    ///     (PATH).
    ///   - user: the number of the user whose session it is.
    public init(environment: [String: String], user: UInt32) {
        library = (environment["HOME"] ?? "") + "/Library"
        session = "gui/\(user)"
        launchctl = ControlProgram("launchctl", environment: environment)
        tail = ControlProgram("tail", environment: environment)
    }

    public func install(_ service: WatchService) throws(ServiceError) -> ServiceChange {
        let file = try file(service.name)
        let agent = LaunchdAgent(service, logPath: logPath(service.name))
        let change = try file.write(agent.text)
        let isLoaded = try launchctl.ask(["print", target(service.name)]).exitCode == 0
        if isLoaded && change == .none { return .none }
        // It reads a file only when it loads it.
        if isLoaded { try order(["bootout", target(service.name)]) }
        try order(["bootstrap", session, file.path])
        return change
    }

    public func isInstalled(_ name: ServiceName) throws(ServiceError) -> Bool {
        try file(name).ownText() != nil
    }

    public func state(of name: ServiceName) throws(ServiceError) -> ServiceState {
        let file = try file(name)
        guard file.exists else { throw .notInstalled(name: name.text) }
        let answer = try launchctl.ask(["print", target(name)])
        let values = Self.values(in: answer.text)
        let activity: ServiceState.Activity =
            if answer.exitCode != 0 {
                .stopped
            } else if values["state"] == "running" {
                .running
            } else if let code = values["last exit code"], Int(code).map({ $0 != 0 }) == true {
                .failed(reason: "exit code \(code)")
            } else {
                .stopped
            }
        return ServiceState(
            activity: activity, startsByItself: answer.exitCode == 0, status: "", path: file.path)
    }

    public func remove(_ name: ServiceName) throws(ServiceError) {
        let file = try file(name)
        guard try file.ownText() != nil else { throw .notInstalled(name: name.text) }
        if try launchctl.ask(["print", target(name)]).exitCode == 0 {
            try order(["bootout", target(name)])
        }
        try file.remove()
    }

    public func showLog(
        of name: ServiceName, lines: Int, following: Bool
    ) throws(ServiceError) {
        guard try file(name).exists else { throw .notInstalled(name: name.text) }
        try tail.show(["-n", "\(lines)"] + (following ? ["-F"] : []) + [logPath(name)])
    }

    // MARK: Workings

    private func file(_ name: ServiceName) throws(ServiceError) -> ServiceFile {
        guard library.hasPrefix("/"), library != "/Library" else { throw .noHome }
        return ServiceFile(path: "\(library)/LaunchAgents/\(name.text).plist")
    }

    private func logPath(_ name: ServiceName) -> String { "\(library)/Logs/\(name.text).log" }

    private func target(_ name: ServiceName) -> String { "\(session)/\(name.text)" }

    private func order(_ arguments: [String]) throws(ServiceError) {
        let answer = try launchctl.ask(arguments)
        guard answer.exitCode == 0 else {
            throw .refused(action: arguments[0], reason: answer.text)
        }
    }

    /// "name = value" lines, the first of each name.
    private static func values(in text: String) -> [String: String] {
        var values: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1).map { part in
                String(part.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
            }
            guard parts.count == 2, values[parts[0]] == nil else { continue }
            values[parts[0]] = parts[1]
        }
        return values
    }
}

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
