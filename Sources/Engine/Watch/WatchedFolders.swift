internal import Foundation
internal import Platform
internal import Vault

/// The folders of a vault that a watcher observes, and the meaning of changes in them.
struct WatchedFolders {
    /// Changes taken together.
    struct Changes {
        /// Files of rules, plugins, configuration or automation, by path within the vault.
        var texts: Set<String> = []
        var isDatabase = false
        /// Whether there may be files to import.
        var isInbox = false
        /// Whether there may be new folders to watch.
        var isFolders = false
    }

    private let root: String
    private let texts: [String]
    private let plugins: String
    private let inbox: String
    /// The subfolders of these folders.
    private var inner: Set<String> = []
    /// The files that links in these folders lead to, and the links on the way, by path: the path
    /// of the first link within the vault.
    private var linked: [String: String] = [:]

    init(_ folder: VaultFolder) {
        root = folder.path
        plugins = folder.pluginsPath
        inbox = folder.inboxPath
        texts = [
            folder.configPath, folder.rulesPath, folder.pluginsPath, folder.automationPath,
        ]
    }

    /// Watches all folders and their subfolders.
    ///
    /// - Throws: if the system can't watch any more folders.
    mutating func watch(with waiter: Waiter) throws {
        try waiter.watch(root, eachWrite: true)
        _ = try waiter.watch(inbox)
        inner = []
        for folder in texts where try waiter.watch(folder) {
            inner.formUnion(Self.folders(in: folder))
        }
        for folder in inner { try waiter.watch(folder) }
        linked = [:]
        for folder in texts.filter({ $0 != plugins }) + inner.sorted()
        where !folder.hasPrefix(plugins + "/") {
            noteLinks(in: folder)
        }
        for folder in Set(linked.keys.map(Self.folder(of:))) { try waiter.watch(folder) }
    }

    /// Notes what the links in a folder lead to, outside the vault.
    private mutating func noteLinks(in folder: String) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            // Reading the folder reports that.
            return
        }
        for name in names {
            let link = folder + "/" + name
            var path = link
            for _ in 0..<Self.mostLinks {
                guard let target = Self.target(ofLink: path) else { break }
                path = target.hasPrefix("/") ? target : Self.folder(of: path) + "/" + target
                path = URL(fileURLWithPath: path).standardizedFileURL.path
                guard !path.hasPrefix(root + "/"), linked.count < Self.mostFolders else { break }
                linked[path] = String(link.dropFirst(root.count + 1))
            }
        }
    }

    /// Nil for anything but a link.
    private static func target(ofLink path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static let mostLinks = 40

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    func changes(_ reasons: [WakeReason]) -> Changes {
        var changes = Changes()
        for wakening in reasons {
            switch wakening {
            case .changed(let change): note(change, in: &changes)
            case .changesLost:
                changes.isDatabase = true
                changes.isFolders = true
                changes.isInbox = true
                changes.texts.insert("")
            default: break
            }
        }
        return changes
    }

    private func note(_ change: FileChange, in changes: inout Changes) {
        if change.folder == root {
            if change.name.hasPrefix("vault.sqlite")
                || change.name == VaultFolder.decidingLockName
            {
                changes.isDatabase = true
            }
            if change.name == VaultFolder.inboxName {
                changes.isFolders = true
                changes.isInbox = true
            }
            guard texts.contains(root + "/" + change.name) else { return }
            changes.isFolders = true
            changes.texts.insert(change.name)
            return
        }
        guard change.folder != inbox else {
            changes.isInbox = true
            return
        }
        let path = change.folder + "/" + change.name
        if let link = linked[path] {
            changes.isFolders = true
            changes.texts.insert(link)
        }
        guard change.folder.hasPrefix(root + "/") else { return }
        let isFolder = inner.contains(path) || Self.isFolder(path)
        changes.isFolders = true
        guard isFolder || isRead(change) else { return }
        changes.texts.insert(String(path.dropFirst(root.utf8.count + 1)))
    }

    /// Whether the file is one that is read, and not an editor's temporary file.
    private func isRead(_ change: FileChange) -> Bool {
        let name = change.name
        guard !name.hasPrefix("."), !name.hasPrefix("#"), !name.hasSuffix("~") else {
            return false
        }
        // Every file of a plugin is part of its approval.
        let isOfPlugin = change.folder.hasPrefix(plugins + "/")
        return isOfPlugin || Self.readSuffixes.contains { name.hasSuffix($0) }
    }

    private static let readSuffixes = [".lua", ".toml", ".csv", ".txt"]

    /// Whether a file that the user edits changed, and its effect is awaited.
    static func isOfText(_ wakening: WakeReason) -> Bool {
        guard case .changed(let change) = wakening, !change.name.hasPrefix(".") else {
            return false
        }
        return readSuffixes.contains { change.name.hasSuffix($0) }
    }

    /// Whether a file that is read is missing or empty, as some editors leave it while writing.
    static func isGone(_ wakening: WakeReason) -> Bool {
        guard isOfText(wakening), case .changed(let change) = wakening else { return false }
        var status = stat()
        return stat(change.folder + "/" + change.name, &status) != 0 || status.st_size == 0
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && isFolder.boolValue
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
            if isFolder(url.path) { folders.append(url.path) }
        }
        return folders
    }

    /// More than anyone has; a system can watch several thousand.
    private static let mostFolders = 1000
}

/// The waiting of a watcher.
struct WatchSleep {
    private let waiter: Waiter
    private let clock: WatchClock
    private let heartbeat: Heartbeat?
    private let mostMomentsOfGap: Int

    /// - Parameter longestGap: the longest wait for a missing or empty file to be written.
    init(
        _ waiter: Waiter, _ clock: WatchClock, _ heartbeat: Heartbeat?, longestGap: Duration
    ) {
        self.waiter = waiter
        self.clock = clock
        self.heartbeat = heartbeat
        mostMomentsOfGap = Int(longestGap / .milliseconds(Self.quietMilliseconds))
    }

    /// - Parameter instant: POSIX seconds of the watcher's clock.
    /// - Returns: what happened; empty if the time came, or for a heartbeat.
    func wait(until instant: Int64) throws -> [WakeReason] {
        let wake = clock.realMilliseconds(of: instant)
        guard let heartbeat else { return try withWhatFollows(waiter.wait(until: wake)) }
        let reasons = try waiter.wait(until: wake, atMost: heartbeat.milliseconds)
        heartbeat.beat()
        return try withWhatFollows(reasons)
    }

    /// Adds what follows within a moment, since editors and commands write several files in a
    /// row. Some editors remove or empty a file before writing it, so that takes a longer wait.
    /// Its content in between is meaningless.
    private func withWhatFollows(_ reasons: [WakeReason]) throws -> [WakeReason] {
        guard reasons.contains(where: \.isOfFiles) else { return reasons }
        var all = reasons
        for _ in 0..<Self.mostMomentsOfQuiet {
            let more = try waiter.wait(atMost: Self.quietMilliseconds)
            all += more
            guard more.contains(where: \.isOfFiles), !more.contains(where: \.isSignal) else {
                break
            }
        }
        for _ in 0..<mostMomentsOfGap
        where all.contains(where: WatchedFolders.isGone) && !all.contains(where: \.isSignal) {
            all += try waiter.wait(atMost: Self.quietMilliseconds)
        }
        return all
    }

    private static let quietMilliseconds: Int32 = 20
    private static let mostMomentsOfQuiet = 10
}

extension WakeReason {
    var isSignal: Bool { if case .signal = self { true } else { false } }

    var isOfFiles: Bool {
        switch self {
        case .changed, .changesLost: true
        case .signal, .timeReached, .clockSet, .woken: false
        }
    }
}

/// A task to repeat at an interval.
public struct Heartbeat {
    let milliseconds: Int32
    let beat: () -> Void

    /// - Parameter interval: at least a millisecond.
    public init(every interval: Duration, _ beat: @escaping () -> Void) {
        let (seconds, attoseconds) = interval.components
        milliseconds = Int32(
            clamping: max(1, seconds * 1000 + attoseconds / 1_000_000_000_000_000))
        self.beat = beat
    }
}
