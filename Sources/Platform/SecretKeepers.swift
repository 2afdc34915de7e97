/// A program that keeps secrets for others, encrypted under the person's password.
public enum SecretKeeper: String, CaseIterable, Hashable, Sendable {
    /// The Linux desktop's secret service, such as GNOME Keyring, KeePassXC or KWallet;
    /// reached through libsecret's `secret-tool`.
    case service
    /// The Keychain of macOS; reached through its `security`.
    case keychain

    var toolName: String {
        switch self {
        case .service: "secret-tool"
        case .keychain: "security"
        }
    }
}

/// Why a secret could not be kept, read or removed.
public struct SecretKeeperError: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// The keeper's tool is missing.
        case toolMissing
        /// No desktop session belongs to this process.
        case noDesktop
        /// The keeper has no secret of that name.
        case noSuchSecret
        /// The keyring is locked, and nobody unlocked it.
        case locked
        /// Nobody answered in time.
        case timedOut
        /// The keeper gave back something other than it was given.
        case changed
        /// The tool's output, which is untrusted.
        case refused(String)
    }

    public let keeper: SecretKeeper
    public let reason: Reason

    public init(_ keeper: SecretKeeper, _ reason: Reason) {
        self.keeper = keeper
        self.reason = reason
    }
}

/// The name that finds a secret of this program with a keeper.
public struct SecretName: Hashable, Sendable {
    /// Random, so that no two vaults of one person use the same name.
    public let identifier: String

    public init(identifier: String) {
        self.identifier = identifier
    }

    /// A name that no secret has yet.
    public static func unused() -> SecretName {
        var generator = SystemRandomNumberGenerator()
        let digits = (0..<32).map { _ in
            String(Int.random(in: 0..<16, using: &generator), radix: 16)
        }
        return SecretName(identifier: digits.joined())
    }
}

/// The keepers of secrets within reach of an environment.
///
/// Each call starts the keeper's tool and blocks. If the keyring is locked, the desktop
/// asks the person to unlock it, and the call waits.
public struct SecretKeepers: Hashable, Sendable {
    private let environment: [String: String]
    /// Long enough to type a password.
    private let limit: Duration

    /// - Parameters:
    ///   - environment: names the desktop session and the folders of tools; empty for none.
    ///   - limit: the longest wait for one answer.
    public init(environment: [String: String] = [:], limit: Duration = .seconds(90)) {
        self.environment = environment
        self.limit = limit
    }

    /// The keeper that gets a secret if the person chose none.
    public var usual: SecretKeeper {
        #if os(macOS)
            .keychain
        #else
            .service
        #endif
    }

    /// Keeps a secret in place of an earlier one of its name, and checks that the keeper
    /// gives it back.
    ///
    /// - Parameters:
    ///   - secret: one line of ASCII.
    ///   - label: shown by the system's list of secrets; no secret.
    public func keep(
        _ secret: String, as name: SecretName, label: String, with keeper: SecretKeeper
    ) throws(SecretKeeperError) {
        let result =
            switch keeper {
            case .service:
                try run(
                    keeper, ["store", "--label=\(label)"] + Self.attributes(name), input: secret)
            case .keychain:
                // As an argument the secret would show in the list of processes.
                try run(
                    keeper, ["-i"],
                    input: "add-generic-password -U -s \(Self.application) "
                        + "-a \(name.identifier) -l \(Self.quoted(label)) "
                        + "-w \(Self.quoted(secret))\n")
            }
        guard result.exitCode == 0 else { throw Self.error(of: result, keeper) }
        guard try self.secret(named: name, with: keeper) == secret else {
            throw SecretKeeperError(keeper, .changed)
        }
    }

    public func secret(
        named name: SecretName, with keeper: SecretKeeper
    ) throws(SecretKeeperError) -> String {
        switch keeper {
        case .service:
            let result = try run(keeper, ["lookup"] + Self.attributes(name))
            guard result.exitCode == 0 else { throw try serviceError(of: result, name) }
            return String(decoding: result.output, as: UTF8.self)
        case .keychain:
            let result = try run(
                keeper,
                ["find-generic-password", "-s", Self.application, "-a", name.identifier, "-w"])
            guard result.exitCode == 0 else { throw Self.error(of: result, keeper) }
            let line = result.output.last == UInt8(ascii: "\n") ? 1 : 0
            return String(decoding: result.output.dropLast(line), as: UTF8.self)
        }
    }

    public func remove(
        _ name: SecretName, with keeper: SecretKeeper
    ) throws(SecretKeeperError) {
        switch keeper {
        case .service:
            let result = try run(keeper, ["clear"] + Self.attributes(name))
            guard result.exitCode == 0 else { throw try serviceError(of: result, name) }
        case .keychain:
            let result = try run(
                keeper, ["delete-generic-password", "-s", Self.application, "-a", name.identifier])
            guard result.exitCode == 0 else { throw Self.error(of: result, keeper) }
        }
    }

    // MARK: Tools

    private static let application = "ghostvault"
    /// `errSecItemNotFound`, as `security` reports it.
    private static let keychainNotFound: Int32 = 44

    private static func attributes(_ name: SecretName) -> [String] {
        ["application", application, "identifier", name.identifier]
    }

    /// A word of `security -i`.
    private static func quoted(_ text: String) -> String {
        let escaped = text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
        return "\"" + String(escaped.filter { !$0.isNewline }) + "\""
    }

    private func run(
        _ keeper: SecretKeeper, _ arguments: [String], input: String = ""
    ) throws(SecretKeeperError) -> InstalledTool.Result {
        if keeper == .service { try findDesktop() }
        guard let tool = InstalledTool(keeper.toolName, environment: environment) else {
            throw SecretKeeperError(keeper, .toolMissing)
        }
        do throws(InstalledTool.Failure) {
            return try tool.run(arguments, input: input, atMost: limit)
        } catch {
            switch error {
            case .timedOut: throw SecretKeeperError(keeper, .timedOut)
            case .notStarted(let reason): throw SecretKeeperError(keeper, .refused(reason))
            case .killed(let signal):
                throw SecretKeeperError(keeper, .refused("ended by signal \(signal)"))
            }
        }
    }

    /// Without a session, libsecret might start a bus of its own, with nobody on it.
    private func findDesktop() throws(SecretKeeperError) {
        let isNamed = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"].contains {
            environment[$0]?.isEmpty == false
        }
        guard isNamed else { throw SecretKeeperError(.service, .noDesktop) }
    }

    /// `secret-tool` says nothing of a secret that is missing, nor of one that is locked;
    /// a search lists only the latter.
    private func serviceError(
        of result: InstalledTool.Result, _ name: SecretName
    ) throws(SecretKeeperError) -> SecretKeeperError {
        guard result.complaint.isEmpty else { return Self.error(of: result, .service) }
        let found = try run(.service, ["search", "--all"] + Self.attributes(name))
        return SecretKeeperError(.service, found.output.isEmpty ? .noSuchSecret : .locked)
    }

    private static func error(
        of result: InstalledTool.Result, _ keeper: SecretKeeper
    ) -> SecretKeeperError {
        if keeper == .keychain, result.exitCode == keychainNotFound {
            return SecretKeeperError(keeper, .noSuchSecret)
        }
        return SecretKeeperError(
            keeper,
            .refused(result.complaint.isEmpty ? "exit code \(result.exitCode)" : result.complaint))
    }
}
