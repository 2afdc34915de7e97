#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A judgement of who else can change a file: whoever can write it, a folder above it or a
/// link on the way to it decides what it says.
///
/// As sshd judges a key: owned by this user or root, and not writable by others. A group may
/// write if nobody but this user is in it.
public struct PathTrust: Sendable {
    public init() {}

    /// Why a path should not be relied on; nil if only this user and root can change where it
    /// leads to and what is there. Looks at each folder from the root on, and follows links.
    ///
    /// - Parameter path: absolute.
    public func reasonToRefuse(_ path: String) -> String? {
        var resolved = ""
        var rest = Self.parts(path)
        var links = 0
        if let reason = reasonToRefuseEntry("/") { return reason }
        while let part = rest.popLast() {
            if part == ".." {
                resolved = resolved.lastIndex(of: "/").map { String(resolved[..<$0]) } ?? ""
                continue
            }
            let entry = "\(resolved)/\(part)"
            if let target = Self.target(ofLink: entry) {
                links += 1
                guard links <= Self.mostLinks else { return "\(path) has too many links" }
                // The folder of a link is judged already; its owner counts in a folder such
                // as /tmp.
                if let reason = reasonToRefuseLink(entry) { return reason }
                if target.hasPrefix("/") { resolved = "" }
                rest += Self.parts(target)
            } else {
                if let reason = reasonToRefuseEntry(entry) { return reason }
                resolved = entry
            }
        }
        return nil
    }

    /// Why a file or folder itself should not be relied on, whatever is above it. Follows
    /// links.
    public func reasonToRefuseEntry(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return errno == ENOENT
                ? "there is no \(path)"
                : "\(path) can't be looked at: \(String(cString: strerror(errno)).lowercased())"
        }
        if !Self.isOwn(status.st_uid) { return "\(path) belongs to another user" }
        return Self.isOpen(status) ? "\(path) can be written by others" : nil
    }

    /// Whether others than this user, root and the owner can write a file or a folder. False for
    /// one that can't be looked at.
    public func isOpenToOthers(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && Self.isOpen(status)
    }

    private static func isOpen(_ status: stat) -> Bool {
        let mode = status.st_mode
        // In a folder with this bit, others can't replace what is not theirs.
        if mode & S_IFMT == S_IFDIR, mode & S_ISVTX != 0 { return false }
        return mode & S_IWOTH != 0 || (mode & S_IWGRP != 0 && !isPrivate(group: status.st_gid))
    }

    private func reasonToRefuseLink(_ path: String) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0, Self.isOwn(status.st_uid) else {
            return "\(path) belongs to another user"
        }
        return nil
    }

    // MARK: Paths

    private static let mostLinks = 40

    /// Last first.
    private static func parts(_ path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.reversed().map(String.init)
    }

    private static func target(ofLink path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    // MARK: Users and groups

    private static func isOwn(_ owner: uid_t) -> Bool { owner == geteuid() || isRoot(owner) }

    /// Whether a file's owner is root. A service in a user namespace of its own
    /// sees root's files as nobody's.
    private static func isRoot(_ owner: uid_t) -> Bool {
        owner == 0 || (owner == nobody && !seesRoot)
    }

    private static let nobody: uid_t = 65_534

    /// Whether this process's namespace has the user 0.
    private static var seesRoot: Bool {
        guard let map = fopen("/proc/self/uid_map", "re") else { return true }
        defer { fclose(map) }
        var line = [CChar](repeating: 0, count: 128)
        while fgets(&line, Int32(line.count), map) != nil {
            let first = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
                .split(separator: UInt8(ascii: " ")).first
            if first.map({ String(decoding: $0, as: UTF8.self) }) == "0" { return true }
        }
        return false
    }

    /// Whether nobody but this user and root can have the rights of a group: root's, or the
    /// one that many systems give each user, of the same name and without other members.
    private static func isPrivate(group: gid_t) -> Bool {
        if group == 0 { return true }
        guard group == getegid(), let user = getpwuid(geteuid()), let name = user.pointee.pw_name
        else { return false }
        let ownName = String(cString: name)
        guard let entry = getgrgid(group), let groupName = entry.pointee.gr_name,
            String(cString: groupName) == ownName
        else { return false }
        var member = entry.pointee.gr_mem
        while let next = member?.pointee {
            guard String(cString: next) == ownName else { return false }
            member = member?.successor()
        }
        return true
    }
}

/// A check whether a program's file is safe to run.
package struct ExecutableCheck {
    private let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// Why the file must not be run; nil if it is safe. Anyone who can write it, or a folder
    /// above it, decides what runs.
    package var reasonToRefuse: String? {
        guard path.hasPrefix("/") else { return "\(path) is not a full path" }
        var status = stat()
        guard stat(path, &status) == 0 else {
            return errno == ENOENT
                ? "there is no \(path)"
                : "\(path) can't be looked at: \(String(cString: strerror(errno)).lowercased())"
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return "\(path) is not a regular file" }
        guard access(path, X_OK) == 0 else { return "\(path) can't be executed" }
        return PathTrust().reasonToRefuse(path)
    }
}
