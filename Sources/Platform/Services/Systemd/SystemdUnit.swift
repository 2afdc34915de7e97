/// The unit of a service for systemd's user manager, shut off from all that the
/// watcher doesn't need.
public struct SystemdUnit: Hashable, Sendable {
    private let service: WatchService

    public init(_ service: WatchService) {
        self.service = service
    }

    public var text: String {
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
