import ArgumentParser
import Platform
import Terminal

struct ServiceStatusCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Whether the vault's service runs.",
        discussion: "\"ghostvault status\" tells what the watcher is doing.")

    @OptionGroup var vault: VaultOptions

    func run(on screen: Screen) throws {
        let service = VaultService(of: vault)
        let state = try service.manager.state(of: service.name)
        let name = service.name.text
        let activity =
            switch state.activity {
            case .running: "\(name) runs."
            case .changing: "\(name) is on its way up or down."
            case .stopped: "\(name) does not run."
            case .failed(let reason): "\(name) failed: \(SafeText.neutralised(reason))."
            }
        try screen.print(activity)
        // The last word of one that has ended is not how it is.
        if state.activity == .running, !state.status.isEmpty {
            try screen.print("  \(SafeText.neutralised(state.status))")
        }
        try screen.print("  \(SafeText.neutralised(state.path))")
        if !state.startsByItself {
            try screen.print(
                "It does not start by itself. \"ghostvault service install\" mends that.")
        }
        switch state.activity {
        case .running, .changing: return
        case .stopped, .failed:
            try screen.print("\"ghostvault service logs\" shows what it has printed.")
            throw PartialResult()
        }
    }
}
