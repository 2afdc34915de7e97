internal import CSecretShim

/// macOS's keeper of secrets: the person's default keychain, which is open from
/// login to logout.
///
/// Each call blocks. macOS asks the person where the keychain is locked, and
/// where another build of the program put the secret there; the call waits for
/// the answer.
public struct Keychain: Hashable, Sendable {
    /// Nil where the system has none. Nothing is asked of it yet.
    public init?() {
        guard secret_shim_has_keychain() else { return nil }
    }

    /// Keeps a secret, in place of an earlier one of the same name.
    ///
    /// - Parameter label: what Keychain Access shows of it; no secret.
    public func keep(
        _ secret: String, as name: SecretName, label: String
    ) throws(KeychainError) {
        var secret = secret
        let outcome = with(name) { name in
            secret.withUTF8 { bytes in
                secret_shim_keychain_store(name, label, bytes.baseAddress, bytes.count)
            }
        }
        if let error = KeychainError(outcome) { throw error }
    }

    public func secret(named name: SecretName) throws(KeychainError) -> String {
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        let outcome = with(name) { secret_shim_keychain_look_up($0, &bytes, &count) }
        defer { secret_shim_free_wiped(bytes, count) }
        if let error = KeychainError(outcome) { throw error }
        return String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    public func remove(_ name: SecretName) throws(KeychainError) {
        let outcome = with(name) { secret_shim_keychain_remove($0) }
        if let error = KeychainError(outcome) { throw error }
    }

    // MARK: Workings

    private func with(
        _ name: SecretName, _ body: (UnsafePointer<secret_shim_name>) -> secret_shim_outcome
    ) -> secret_shim_outcome {
        SecretName.application.withCString { application in
            name.identifier.withCString { identifier in
                var name = secret_shim_name(application: application, identifier: identifier)
                return body(&name)
            }
        }
    }
}
