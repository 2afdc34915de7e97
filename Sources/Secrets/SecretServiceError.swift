internal import CSecretShim

/// Why the desktop's secret service did not do what it was asked.
public enum SecretServiceError: Error, Hashable, Sendable {
    /// The system has no libsystemd of 2018 or later, which speaks to it.
    case noLibrary
    /// Nobody listens at the session bus's address, or it is another user's or
    /// another machine's.
    case noBus
    /// Nobody on the session bus keeps secrets.
    case noService
    /// The service has no default keyring.
    case noKeyring
    /// The keyring is locked, and nobody unlocked it.
    case locked
    case noAnswer
    /// The service keeps no secret of that name.
    case noSuchSecret
    /// The service refused, or answered something else.
    case refused
    case outOfMemory

    init?(_ outcome: secret_shim_outcome) {
        switch outcome {
        case SECRET_SHIM_DONE: return nil
        case SECRET_SHIM_LIBRARY_MISSING: self = .noLibrary
        case SECRET_SHIM_NO_BUS: self = .noBus
        case SECRET_SHIM_NO_SERVICE: self = .noService
        case SECRET_SHIM_NO_KEYRING: self = .noKeyring
        case SECRET_SHIM_LOCKED: self = .locked
        case SECRET_SHIM_TIMED_OUT: self = .noAnswer
        case SECRET_SHIM_NOT_FOUND: self = .noSuchSecret
        case SECRET_SHIM_OUT_OF_MEMORY: self = .outOfMemory
        default: self = .refused
        }
    }
}
