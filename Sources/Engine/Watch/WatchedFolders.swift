internal import Foundation
internal import Vault
internal import Waiting

/// The folders of a vault that a watcher looks at, and what a change in one
/// means.
struct WatchedFolders {
    /// What changed, taken together.
    struct Changes {
        /// Files of rules, plugins, configuration or automation, by their paths
        /// within the vault, in their order.
        var texts: Set<String> = []
        var isDatabase = false
        /// Whether folders may have come that are not watched yet.
        var isFolders = false
    }

    private let root: String
    private let texts: [String]

    init(_ folder: VaultFolder) {
        root = folder.path
        texts = [
            folder.configPath, folder.rulesPath, folder.pluginsPath, folder.automationPath,
        ]
    }

    /// Watches them all, with the folders in them.
    ///
    /// - Throws: where the system watches no more folders.
    func watch(with waiter: Waiter) throws {
        try waiter.watch(root, eachWrite: true)
        for folder in texts where try waiter.watch(folder) {
            for inner in Self.folders(in: folder) { try waiter.watch(inner) }
        }
    }

    func changes(_ wakenings: [Wakening]) -> Changes {
        var changes = Changes()
        for wakening in wakenings {
            switch wakening {
            case .changed(let change): note(change, in: &changes)
            case .changesLost:
                changes.isDatabase = true
                changes.isFolders = true
                changes.texts.insert("")
            default: break
            }
        }
        return changes
    }

    private func note(_ change: FileChange, in changes: inout Changes) {
        if change.folder == root {
            if change.name.hasPrefix("vault.sqlite") { changes.isDatabase = true }
            guard texts.contains(root + "/" + change.name) else { return }
            changes.isFolders = true
            changes.texts.insert(change.name)
            return
        }
        let path = String((change.folder + "/" + change.name).dropFirst(root.utf8.count + 1))
        changes.isFolders = true
        // What editors leave beside the file that they write.
        guard !change.name.hasPrefix("."), !change.name.hasSuffix("~"),
            !change.name.allSatisfy(\.isNumber)
        else { return }
        changes.texts.insert(path)
    }

    private static func folders(in path: String) -> [String] {
        guard
            let walk = FileManager.default.enumerator(
                at: URL(fileURLWithPath: path), includingPropertiesForKeys: [.isDirectoryKey],
                options: .skipsHiddenFiles)
        else { return [] }
        var folders: [String] = []
        for case let url as URL in walk {
            guard folders.count < mostFolders else { break }
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder),
                isFolder.boolValue
            {
                folders.append(url.path)
            }
        }
        return folders
    }

    /// More than anybody has; a system watches some thousands.
    private static let mostFolders = 1000
}
