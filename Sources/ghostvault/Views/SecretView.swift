import Engine
import Platform
import Terminal

/// Tells where an access URL is kept.
struct SecretView {
    let screen: Screen

    func show(_ kept: KeptSecret) throws {
        switch kept.place {
        case .service:
            try screen.print("The access URL is kept in your desktop's secret service.")
        case .keychain:
            try screen.print("The access URL is kept in your Keychain.")
        case .file:
            try screen.print("The access URL is kept in a file that only you can read:")
            try screen.print("  \(SafeText.neutralised(kept.path))")
            if let refusal = kept.refusal { try screen.print(refusal.words, .muted) }
        }
    }
}
