internal import CSecretShim
internal import SessionBus

/// The desktop's keeper of secrets: whatever on the session bus goes by the
/// name of `org.freedesktop.secrets`, such as GNOME Keyring, KeePassXC or
/// KWallet.
///
/// Each call connects anew and blocks. Where the keyring is locked, the
/// service shows its own prompt to unlock it, and the call waits for a person.
public struct SecretService: Hashable, Sendable {
    /// How long calls wait.
    public struct Patience: Hashable, Sendable {
        /// For the service's answer, without a prompt.
        public let answer: Duration
        /// For a person to unlock the keyring.
        public let prompt: Duration

        /// A service that was asleep is started within the first; the second
        /// is long enough to type a password.
        public init(answer: Duration = .seconds(10), prompt: Duration = .seconds(90)) {
            self.answer = answer
            self.prompt = prompt
        }
    }

    /// As D-Bus writes it, such as "unix:path=/run/user/1000/bus".
    private let busAddress: String
    private let patience: Patience

    public init(busAddress: String, patience: Patience = Patience()) {
        self.busAddress = busAddress
        self.patience = patience
    }

    /// The service on the session bus that an environment names.
    ///
    /// Nil where it names none, as without a desktop. No bus is started, and
    /// nothing is loaded or connected to yet.
    public init?(environment: [String: String], patience: Patience = Patience()) {
        guard let bus = SessionBusAddress(environment: environment) else { return nil }
        self.init(busAddress: bus.text, patience: patience)
    }

    /// Keeps a secret in the default keyring, in place of an earlier one of
    /// the same name.
    ///
    /// - Parameter label: what a keyring manager shows of it; no secret.
    public func keep(
        _ secret: String, as name: SecretName, label: String
    ) throws(SecretServiceError) {
        var secret = secret
        let outcome = withService(name) { service, name in
            secret.withUTF8 { bytes in
                secret_shim_store(service, name, label, bytes.baseAddress, bytes.count)
            }
        }
        if let error = SecretServiceError(outcome) { throw error }
    }

    public func secret(named name: SecretName) throws(SecretServiceError) -> String {
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        let outcome = withService(name) { service, name in
            secret_shim_look_up(service, name, &bytes, &count)
        }
        defer { secret_shim_free_wiped(bytes, count) }
        if let error = SecretServiceError(outcome) { throw error }
        return String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    public func remove(_ name: SecretName) throws(SecretServiceError) {
        let outcome = withService(name) { service, name in secret_shim_remove(service, name) }
        if let error = SecretServiceError(outcome) { throw error }
    }

    // MARK: Workings

    private func withService(
        _ name: SecretName,
        _ body: (
            UnsafePointer<secret_shim_service>, UnsafePointer<secret_shim_name>
        ) -> secret_shim_outcome
    ) -> secret_shim_outcome {
        busAddress.withCString { address in
            SecretName.application.withCString { application in
                name.identifier.withCString { identifier in
                    var service = secret_shim_service(
                        bus_address: address,
                        answer_milliseconds: patience.answer.milliseconds,
                        prompt_milliseconds: patience.prompt.milliseconds)
                    var name = secret_shim_name(
                        application: application, identifier: identifier)
                    return body(&service, &name)
                }
            }
        }
    }
}

/// What a secret of this program is found by in the service.
public struct SecretName: Hashable, Sendable {
    /// Under which keyring managers list the program's secrets.
    static let application = "ghostvault"

    /// Random, so that no two vaults of one person name the same secret.
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
