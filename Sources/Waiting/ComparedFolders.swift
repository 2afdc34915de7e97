internal import CWaitShim

/// Watched folders of a system that does not name what changed: it tells that the
/// names in a folder are others, or that a file was written. So each file is
/// watched, and a folder's names are compared with those it had.
struct ComparedFolders {
    private struct Folder {
        let path: String
        let identity: FileIdentity?
        var files: [String: File] = [:]
    }

    private struct File: Equatable {
        let inode: UInt64
        /// Nil where it can't be watched, as a folder within the folder can't.
        var number: Int32?
    }

    private let handle: ShimHandle
    private var folders: [Int32: Folder] = [:]
    private var folderNumbers: [String: Int32] = [:]
    private var owners: [Int32: FileChange] = [:]

    init(_ handle: ShimHandle) {
        self.handle = handle
    }

    /// - Returns: false where there is no such folder.
    mutating func watch(_ path: String) throws(WaitingError) -> Bool {
        if let number = folderNumbers[path] {
            if let folder = folders[number], folder.identity == FileIdentity(path) { return true }
            forgetFolder(number)
        }
        guard let number = try handle.watch(path, WAIT_SHIM_FOLDER) else { return false }
        folders[number] = Folder(path: path, identity: FileIdentity(path))
        folderNumbers[path] = number
        _ = try compareNames(number)
        return folders[number] != nil
    }

    /// What the shim told, given names.
    ///
    /// - Parameter numbers: all that a wait was told of, since a file that is gone
    ///   gives its number free.
    mutating func changes(_ numbers: [Int32]) throws(WaitingError) -> [FileChange] {
        let numbers = Set(numbers).sorted()
        var changes = numbers.compactMap { owners[$0] }
        for number in numbers where folders[number] != nil {
            changes += try compareNames(number)
        }
        return changes
    }

    mutating func forgetAll() {
        for number in folders.keys { forgetFolder(number) }
    }

    private mutating func compareNames(_ number: Int32) throws(WaitingError) -> [FileChange] {
        guard let folder = folders[number] else { return [] }
        guard folder.identity == FileIdentity(folder.path),
            let names = FolderNames(of: folder.path)
        else {
            forgetFolder(number)
            return [FileChange(folder: folder.path, name: "")]
        }
        var changed: Set<String> = []
        for (name, file) in folder.files where names.inodes[name] != file.inode {
            changed.insert(name)
            forgetFile(name, of: number)
        }
        for (name, inode) in names.inodes where folders[number]?.files[name] == nil {
            changed.insert(name)
            try add(name, inode, isFile: names.files.contains(name), to: number)
        }
        return changed.sorted().map { FileChange(folder: folder.path, name: $0) }
    }

    private mutating func add(
        _ name: String, _ inode: UInt64, isFile: Bool, to folder: Int32
    ) throws(WaitingError) {
        guard let path = folders[folder]?.path else { return }
        // Watched before anybody is told of it, so that no later write is missed.
        let number = isFile ? try handle.watch(path + "/" + name, WAIT_SHIM_FILE) : nil
        folders[folder]?.files[name] = File(inode: inode, number: number)
        if let number { owners[number] = FileChange(folder: path, name: name) }
    }

    private mutating func forgetFile(_ name: String, of folder: Int32) {
        guard let file = folders[folder]?.files.removeValue(forKey: name),
            let number = file.number
        else { return }
        owners[number] = nil
        handle.forget(number)
    }

    private mutating func forgetFolder(_ number: Int32) {
        guard let folder = folders[number] else { return }
        for name in folder.files.keys { forgetFile(name, of: number) }
        folders[number] = nil
        folderNumbers[folder.path] = nil
        handle.forget(number)
    }
}
