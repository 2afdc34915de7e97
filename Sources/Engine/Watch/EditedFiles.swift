internal import Foundation
internal import Vault

/// What became of files that were edited, by their paths within the vault.
public struct EditedFiles: Hashable, Sendable {
    /// A file as it is used now.
    public struct File: Hashable, Sendable {
        public let path: String
        public let holds: Contents
    }

    /// What a file holds that takes effect by itself.
    public enum Contents: Hashable, Sendable {
        case rules(Int)
        case handlers(Int)
        /// Settings, a module, a map, or a part of a plugin; and a folder.
        case other
    }

    public internal(set) var inForce: [File] = []
    /// Those of plugins that passes have to do without, as after an edit that waits
    /// for approval.
    public internal(set) var notInForce: [String] = []
    /// Those of handlers that wait for their configuration.
    public internal(set) var waiting: [String] = []
    /// Those that are not there any more.
    public internal(set) var deleted: [String] = []
    /// Those that are deleted, so that the ones that come with the program are in
    /// force.
    public internal(set) var asShipped: [String] = []
    /// Whether a pass for something else has read them, and told what they changed.
    public internal(set) var areToldBefore = false

    /// All of them.
    public var paths: [String] {
        (inForce.map(\.path) + notInForce + waiting + deleted + asShipped).sorted()
    }

    public var isEmpty: Bool { paths.isEmpty }

    public static let none = EditedFiles()

    init() {}
}

/// Tells what became of edited files.
struct EditedFileReader {
    let folder: VaultFolder
    var rules: [String: Int] = [:]
    var handlers: [String: Int] = [:]
    /// Plugins that passes have to do without.
    var leftOutPlugins: Set<String> = []
    /// Whether handlers wait for their configuration.
    var handlersWait = false

    /// - Parameters:
    ///   - broken: files that are told in another way.
    ///   - withFolders: whether folders themselves are looked at.
    func read(
        _ files: some Sequence<String>, except broken: Set<String> = [], withFolders: Bool = true
    ) -> EditedFiles {
        var edited = EditedFiles.none
        let paths = Set(files.map(\.withoutSlash))
            .subtracting(broken).subtracting([""])
        var goneFolder = "/"
        for path in paths.sorted() {
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(
                atPath: "\(folder.path)/\(path)", isDirectory: &isFolder)
            if !isThere {
                // What was in a folder went with it.
                if path.hasPrefix(goneFolder) { continue }
                goneFolder = path + "/"
                if isShipped(path) {
                    edited.asShipped.append(path)
                } else {
                    edited.deleted.append(path)
                }
            } else if isOfLeftOutPlugin(path) {
                edited.notInForce.append(path)
            } else if handlersWait, path.hasPrefix("automation") {
                edited.waiting.append(path)
            } else if withFolders || !isFolder.boolValue {
                edited.inForce.append(EditedFiles.File(path: path, holds: contents(path)))
            }
        }
        return edited
    }

    private func contents(_ path: String) -> EditedFiles.Contents {
        if let count = rules[path] { return .rules(count) }
        return handlers[path].map(EditedFiles.Contents.handlers) ?? .other
    }

    private func isShipped(_ path: String) -> Bool {
        ShippedFiles.all.contains { $0.path == path }
    }

    private func isOfLeftOutPlugin(_ path: String) -> Bool {
        let parts = "\(folder.path)/\(path)".dropFirst(folder.pluginsPath.utf8.count + 1)
        return "\(folder.path)/\(path)".hasPrefix(folder.pluginsPath + "/")
            && leftOutPlugins.contains(String(parts.prefix { $0 != "/" }))
    }
}

extension String {
    fileprivate var withoutSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
