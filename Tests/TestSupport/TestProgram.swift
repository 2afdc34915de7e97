internal import Foundation

/// A program that tests need and the system may lack: the system's own, else
/// the one that Tools/scripts/test-programs.sh has put beside the build.
public struct TestProgram: Sendable {
    public let path: String
    /// In which it finds its libraries.
    public let environment: [String: String]

    /// Nil where there is none.
    public init?(_ name: String) {
        let found = ["/usr/bin", Self.beside + "/usr/bin"].map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let found else { return nil }
        path = found
        environment = [
            "PATH": "/usr/bin:/bin",
            "LD_LIBRARY_PATH": Self.libraryFolders().joined(separator: ":"),
        ]
    }

    /// Whether a test that needs the programs can run: in CI it must.
    public static func areExpected(_ names: String...) -> Bool {
        names.allSatisfy { TestProgram($0) != nil }
            || ProcessInfo.processInfo.environment["CI"] != nil
    }

    /// The folder beside the build, laid out as a system's root.
    public static let beside = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent(".build/test-programs").path

    /// The folders that hold libraries, one for each architecture and some
    /// programs of their own.
    private static func libraryFolders() -> [String] {
        let folder = beside + "/usr/lib"
        guard let names = FileManager.default.enumerator(atPath: folder) else { return [] }
        let libraries = names.compactMap { $0 as? String }.filter { $0.contains(".so.") }
        return Set(libraries.map { folder + "/" + ($0 as NSString).deletingLastPathComponent })
            .sorted()
    }
}

/// There is no such program, and the test must not be left out.
public struct TestProgramMissing: Error, CustomStringConvertible {
    private let name: String

    public init(_ name: String) {
        self.name = name
    }

    public var description: String {
        "This test needs \(name); run Tools/scripts/test-programs.sh .build/test-programs to have it "
            + "beside the build."
    }
}
