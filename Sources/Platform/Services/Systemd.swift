/// Systemd's user manager, by `systemctl --user`.
public struct SystemdManager: ServiceManager {
    /// Empty where the environment names none.
    private let folder: String
    private let systemctl: ControlProgram
    private let journalctl: ControlProgram

    /// - Parameter environment: names the folder of units (XDG_CONFIG_HOME,
    ///   else HOME) and where programs are (PATH).
    public init(environment: [String: String]) {
        // Relative paths are ignored, as the specification of these folders says.
        func set(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let configuration = set("XDG_CONFIG_HOME") ?? set("HOME").map { $0 + "/.config" }
        folder = configuration.map { $0 + "/systemd/user" } ?? ""
        systemctl = ControlProgram("systemctl", environment: environment)
        journalctl = ControlProgram("journalctl", environment: environment)
    }

    public func install(_ service: WatchService) throws(ServiceError) -> ServiceChange {
        try findManager()
        let change = try file(service.name).write(SystemdUnit(service).text)
        try order(["daemon-reload"])
        try order(["enable", unit(service.name)])
        do {
            try order([change == .renewed ? "restart" : "start", unit(service.name)])
        } catch .refused(_, let reason) {
            throw .notStarted(name: service.name.text, reason: reason)
        }
        return change
    }

    public func isInstalled(_ name: ServiceName) throws(ServiceError) -> Bool {
        try file(name).ownText() != nil
    }

    public func state(of name: ServiceName) throws(ServiceError) -> ServiceState {
        let file = try file(name)
        guard file.exists else { throw .notInstalled(name: name.text) }
        try findManager()
        let properties = [
            "ActiveState", "UnitFileState", "StatusText", "Result", "ExecMainStatus",
        ]
        let answer = try systemctl.ask([
            "--user", "show", unit(name), "--property=" + properties.joined(separator: ","),
        ])
        guard answer.exitCode == 0 else {
            throw .refused(action: "show", reason: answer.text)
        }
        let values = Self.properties(in: answer.text)
        return ServiceState(
            activity: Self.activity(values), startsByItself: values["UnitFileState"] == "enabled",
            status: values["StatusText"] ?? "", path: file.path)
    }

    public func remove(_ name: ServiceName) throws(ServiceError) {
        let file = try file(name)
        guard try file.ownText() != nil else { throw .notInstalled(name: name.text) }
        try findManager()
        try order(["disable", "--now", unit(name)])
        try file.remove()
        try order(["daemon-reload"])
    }

    public func showLog(
        of name: ServiceName, lines: Int, following: Bool
    ) throws(ServiceError) {
        guard try file(name).exists else { throw .notInstalled(name: name.text) }
        try journalctl.show(
            ["--user", "--unit", unit(name), "--lines", "\(lines)", "--output", "short-iso"]
                + (following ? ["--follow"] : ["--no-pager"]))
    }

    // MARK: Workings

    private func unit(_ name: ServiceName) -> String { name.text + ".service" }

    private func file(_ name: ServiceName) throws(ServiceError) -> ServiceFile {
        guard !folder.isEmpty else { throw .noHome }
        return ServiceFile(path: "\(folder)/\(unit(name))")
    }

    private func findManager() throws(ServiceError) {
        let answer = try systemctl.ask(["--user", "show", "--property=Version"])
        guard answer.exitCode == 0 else {
            throw .noManager(program: "systemctl", reason: answer.text)
        }
    }

    private func order(_ arguments: [String]) throws(ServiceError) {
        let answer = try systemctl.ask(["--user"] + arguments)
        guard answer.exitCode == 0 else {
            throw .refused(action: arguments[0], reason: answer.text)
        }
    }

    /// "Name=Value" lines.
    private static func properties(in text: String) -> [String: String] {
        var values: [String: String] = [:]
        for line in text.split(separator: "\n") {
            guard let sign = line.firstIndex(of: "=") else { continue }
            values[String(line[..<sign])] = String(line[line.index(after: sign)...])
        }
        return values
    }

    private static func activity(_ values: [String: String]) -> ServiceState.Activity {
        switch values["ActiveState"] {
        case "active", "reloading": return .running
        case "activating", "deactivating": return .changing
        case "failed":
            let result = values["Result"] ?? ""
            return .failed(
                reason: result == "exit-code"
                    ? "exit code \(values["ExecMainStatus"] ?? "")" : result)
        default: return .stopped
        }
    }
}

/// The unit of a service for systemd's user manager, shut off from all that the
/// watcher doesn't need.
public struct SystemdUnit: Hashable, Sendable {
    private let service: WatchService

    public init(_ service: WatchService) {
        self.service = service
    }

    public var text: String {
        // PrivateUsers: without a user namespace, a user's manager silently drops most of the
        // other limits. Type=notify: notify-reload needs systemd 253.
        // Of commands alone it takes a dollar for a variable's.
        let command = service.command.map { Self.quoted($0).replacing("$", with: "$$") }
            .joined(separator: " ")
        return """
            # \(ServiceFile.mark); "ghostvault service remove" deletes it.
            # For changes of your own: systemctl --user edit \(service.name.text)

            [Unit]
            Description=GhostVault watches \(Self.quoted(service.vault))
            StartLimitIntervalSec=1h
            StartLimitBurst=10

            [Service]
            Type=notify
            ExecStart=\(command)
            ExecReload=kill -HUP $MAINPID
            Restart=on-failure
            RestartSec=1min
            # What the command line does not allow is not allowed a minute later.
            RestartPreventExitStatus=64
            TimeoutStartSec=5min
            TimeoutStopSec=20s
            WatchdogSec=15min

            # It reads the system and your files, and writes to the vault.
            UMask=0077
            PrivateUsers=true
            ProtectSystem=strict
            ProtectHome=read-only
            ReadWritePaths=\(Self.quoted("-" + service.vault))
            \(temporaryFolders)
            # No other rights, now or later, for itself or what it runs.
            NoNewPrivileges=true
            CapabilityBoundingSet=
            AmbientCapabilities=
            RestrictSUIDSGID=true
            RestrictNamespaces=true
            RestrictRealtime=true
            LockPersonality=true
            LimitCORE=0

            # Nothing of the machine but its network and the session bus.
            PrivateDevices=true
            DevicePolicy=closed
            ProtectClock=true
            ProtectControlGroups=true
            ProtectHostname=true
            ProtectKernelLogs=true
            ProtectKernelModules=true
            ProtectKernelTunables=true
            ProcSubset=pid
            RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
            SystemCallArchitectures=native
            SystemCallFilter=@system-service
            SystemCallFilter=~@privileged
            SystemCallErrorNumber=EPERM
            # Regular expressions are compiled to code, so that
            # MemoryDenyWriteExecute would make rules slow.

            [Install]
            WantedBy=default.target

            """
    }

    /// SQLite keeps large sorts in the temporary folder; a vault that lies
    /// there would be hidden by one of the service's own.
    private var temporaryFolders: String {
        let lies = ["/tmp/", "/var/tmp/"].contains { service.vault.hasPrefix($0) }
        return lies ? "ReadWritePaths=/tmp /var/tmp\n" : "PrivateTmp=true\n"
    }

    /// Text in which the manager finds no specifier of its own.
    private static func escaped(_ text: String) -> String { text.replacing("%", with: "%%") }

    /// One word of a setting, whatever is in it.
    private static func quoted(_ word: String) -> String {
        let escaped = escaped(word).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}
