import Engine
import Secrets
import Terminal

/// Tells where an access URL is kept.
struct SecretView {
    let screen: Screen

    func show(_ kept: KeptSecret) throws {
        switch kept.place {
        case .service:
            try screen.print("The access URL is kept in your desktop's secret service.")
        case .file:
            try screen.print("The access URL is kept in a file that only you can read:")
            try screen.print("  \(SafeText.neutralised(kept.path))")
            if let refusal = kept.refusal { try screen.print(refusal.words, .muted) }
        }
    }
}

extension SecretServiceError {
    /// What is the matter, as a sentence.
    var words: String {
        switch self {
        case .noLibrary: "libsystemd, which speaks to secret services, is missing or too old."
        case .noBus: "There is no desktop session here, and so no secret service."
        case .noService: "This desktop session has no secret service."
        case .noKeyring: "The secret service has no default keyring."
        case .locked: "The keyring is locked, and was not unlocked."
        case .noAnswer: "The secret service did not answer in time."
        case .noSuchSecret: "The secret service does not have it."
        case .refused: "The secret service refused, or did not give back what it was given."
        case .outOfMemory: "There was not enough memory to ask the secret service."
        }
    }
}
