import Foundation
import Platform
import TestSupport
import Testing

@Suite("Whether a disk is encrypted")
struct DiskEncryptionTests {
    /// A `/proc` and a `/sys` of their own.
    private let root: ScratchFolder

    init() throws {
        root = try ScratchFolder()
    }

    private func write(_ text: String, to path: String) throws {
        let file = URL(fileURLWithPath: root.path + "/" + path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    private func answer(_ kind: String = "ext4", _ source: String = "/dev/mapper/root") throws
        -> DiskEncryption
    {
        try write(
            """
            22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
            25 22 253:1 / /srv/my\\040vaults rw - \(kind) \(source) rw

            """, to: "proc/self/mountinfo")
        return DiskEncryption(of: "/srv/my vaults/money", root: root.path)
    }

    @Test(
        "is told by the names of its mapped devices",
        arguments: [
            ("CRYPT-LUKS2-0123-root", DiskEncryption.encrypted(method: "LUKS")),
            ("CRYPT-PLAIN-swap", .encrypted(method: "dm-crypt")), ("LVM-0123", .plain),
        ])
    func mapped(uuid: String, expected: DiskEncryption) throws {
        try write(uuid + "\n", to: "sys/dev/block/253:1/dm/uuid")
        #expect(try answer() == expected)
    }

    @Test(
        "is told by all that a device is made of",
        arguments: [
            (["CRYPT-LUKS2-a", "CRYPT-LUKS2-b"], DiskEncryption.encrypted(method: "LUKS")),
            (["CRYPT-LUKS2-a", "LVM-b"], .plain),
        ])
    func layers(uuids: [String], expected: DiskEncryption) throws {
        try write("LVM-0123", to: "sys/dev/block/253:1/dm/uuid")
        for (number, uuid) in uuids.enumerated() {
            try write(uuid, to: "sys/dev/block/253:1/slaves/dm-\(number)/dm/uuid")
        }
        #expect(try answer() == expected)
    }

    @Test(
        "is told by the file system",
        arguments: [
            ("ecryptfs", DiskEncryption.encrypted(method: "eCryptfs")),
            ("fuse.gocryptfs", .encrypted(method: "gocryptfs")), ("zfs", .unknown),
        ])
    func fileSystem(kind: String, expected: DiskEncryption) throws {
        #expect(try answer(kind, "pool/data") == expected)
    }

    @Test("is plain for a partition, and unknown for what has no device or lies in a file")
    func partition() throws {
        #expect(try answer() == .unknown)
        try write("1", to: "sys/dev/block/253:1/partition")
        #expect(try answer() == .plain)
        try write("/home/x.img", to: "sys/dev/block/253:1/loop/backing_file")
        #expect(try answer() == .unknown)
    }

    @Test("is asked of the disk that holds the folder")
    func otherMount() throws {
        try write("CRYPT-LUKS2-a", to: "sys/dev/block/8:1/dm/uuid")
        _ = try answer()
        #expect(
            DiskEncryption(of: "/srv/my", root: root.path) == .encrypted(method: "LUKS"))
    }

    @Test("is unknown where the system shows nothing")
    func nothing() {
        #expect(DiskEncryption(of: "/srv", root: root.path) == .unknown)
    }
}
