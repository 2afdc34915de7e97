import Model
import Terminal
import Vault

/// What a person sees before there is a vault.
enum Welcome {
    static func show(on screen: Screen, missing folder: VaultFolder) throws {
        try screen.print("Welcome to GhostVault.", .heading)
        try screen.print(
            """
            There is no vault in \(SafeText.neutralised(folder.path)) yet.

              Try it with a made-up family:   ghostvault demo
              Connect your banks:             ghostvault connect
              Bring in a file:                ghostvault import FILE --format simplefin

            "ghostvault docs" has the documentation.
            """)
    }
}
