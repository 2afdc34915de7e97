import Engine
import Terminal
import Vault

/// That something failed which handlers were told, or asked for.
struct FailingCountsView {
    let screen: Screen
    let engine: Engine

    /// - Parameter afterLine: whether an empty line stands before it.
    func show(afterLine: Bool = false) throws {
        let counts = try engine.vault.failingCounts()
        var parts: [String] = []
        if counts.setAside > 0 { parts.append("\(Count.text(counts.setAside, "thing")) set aside") }
        if counts.triedAgain > 0 {
            parts.append("\(Count.text(counts.triedAgain, "thing")) to be tried again")
        }
        guard !parts.isEmpty else { return }
        if afterLine { try screen.print() }
        try screen.print(
            "Automation failed: \(parts.joined(separator: ", ")): ghostvault automation failing",
            .warning)
    }
}
