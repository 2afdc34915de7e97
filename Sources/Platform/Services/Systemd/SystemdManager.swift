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
