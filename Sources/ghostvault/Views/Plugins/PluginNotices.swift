import Classification
import Engine
import Terminal

/// What keeps a plugin from running, and what to do about it.
struct PluginNotices {
    let screen: Screen

    func show(_ plugin: InstalledPlugin) throws {
        for problem in plugin.problems {
            try screen.print(
                SafeText.neutralised("\(plugin.name): \(FindingsView.line(problem))"), .warning)
        }
        switch plugin.state {
        case .needsApproval:
            try screen.print(Self.approval(of: plugin.name, plugin.trust), .warning)
        case .missing:
            try screen.print(Self.farewell(to: plugin.name), .warning)
        case .on, .off, .leftOut, .broken: break
        }
    }

    static func approval(of name: String, _ trust: PluginTrust) -> String {
        let wasChanged = if case .changed = trust { true } else { false }
        return SafeText.neutralised(
            "\(name) \(wasChanged ? "was changed and " : "")needs your approval: "
                + "ghostvault plugins trust \(name)")
    }

    static func heldBack(_ name: String) -> String {
        SafeText.neutralised(
            "Plugin \(name) can't be used as it is now; its last good version stays in use.")
    }

    static func farewell(to name: String) -> String {
        SafeText.neutralised(
            "Put the folder back, or do without it: ghostvault plugins disable \(name)")
    }
}
