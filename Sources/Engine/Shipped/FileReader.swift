internal import Foundation

/// Reads whole files that a person names or owns.
public enum FileReader {
    /// - Throws: ``EngineError/cannotRead(path:reason:)``.
    public static func bytes(at path: String) throws(EngineError) -> [UInt8] {
        do {
            return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw .cannotRead(path: path, reason: FileReader.words(for: error))
        }
    }

    /// The plain cause of a file error, without the path that is told anyway.
    static func words(for error: any Error) -> String {
        switch (error as NSError).code {
        case CocoaError.fileReadNoSuchFile.rawValue, CocoaError.fileNoSuchFile.rawValue:
            "there is no such file"
        case CocoaError.fileReadNoPermission.rawValue, CocoaError.fileWriteNoPermission.rawValue:
            "permission denied"
        case CocoaError.fileWriteOutOfSpace.rawValue: "the disk is full"
        default: error.localizedDescription
        }
    }
}
