internal import CSecretShim

/// Why the Keychain did not do what it was asked.
public enum KeychainError: Error, Hashable, Sendable {
    /// This system has none: it is no macOS.
    case notHere
    /// The person has no default keychain.
    case noDefault
    /// The person closed the question whether to unlock the keychain, or to let
    /// this build of the program have the secret.
    case cancelled
    /// The person refused that, or did not know the password.
    case denied
    /// The keychain would have to ask the person, where nobody can be asked, as
    /// over SSH.
    case unattended
    /// It has no secret of that name.
    case noSuchSecret
    /// macOS's keeper of keychains does not run.
    case unavailable
    /// It refused for another reason, or answered something else.
    case refused
    case outOfMemory

    init?(_ outcome: secret_shim_outcome) {
        switch outcome {
        case SECRET_SHIM_DONE: return nil
        case SECRET_SHIM_NO_SERVICE: self = .unavailable
        case SECRET_SHIM_NO_KEYRING: self = .noDefault
        case SECRET_SHIM_CANCELLED: self = .cancelled
        case SECRET_SHIM_DENIED: self = .denied
        case SECRET_SHIM_UNATTENDED: self = .unattended
        case SECRET_SHIM_NOT_FOUND: self = .noSuchSecret
        case SECRET_SHIM_OUT_OF_MEMORY: self = .outOfMemory
        default: self = .refused
        }
    }
}
