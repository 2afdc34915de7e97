internal import CSecretShim

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

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

    /// The service on the session bus that an environment names: by
    /// DBUS_SESSION_BUS_ADDRESS, else by the socket `bus` in XDG_RUNTIME_DIR.
    ///
    /// Nil where it names none, as without a desktop. No bus is started, and
    /// nothing is loaded or connected to yet.
    public init?(environment: [String: String], patience: Patience = Patience()) {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
            self.init(busAddress: address, patience: patience)
        } else if let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty,
            Self.isSocket(folder + "/bus")
        {
            self.init(
                busAddress: "unix:path=" + Self.escapedForAddress(folder + "/bus"),
                patience: patience)
        } else {
            return nil
        }
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

    private static func isSocket(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// All but letters, digits and some marks is written as its bytes in an
    /// address.
    private static func escapedForAddress(_ path: String) -> String {
        let plain = Set("-_/.0123456789".utf8)
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        return path.utf8.reduce(into: "") { escaped, byte in
            if plain.contains(byte) || letters.contains(byte | 0x20) {
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16)
                escaped += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
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

extension Duration {
    /// At least 1, and at most what C counts to.
    fileprivate var milliseconds: UInt32 {
        let (seconds, attoseconds) = components
        let whole = seconds.multipliedReportingOverflow(by: 1_000)
        guard !whole.overflow, whole.partialValue < Int64(UInt32.max) - 1_000 else {
            return seconds > 0 ? .max : 1
        }
        return UInt32(max(1, whole.partialValue + attoseconds / 1_000_000_000_000_000))
    }
}
