internal import Foundation

/// The causes of Foundation's file errors in plain words. Foundation's own words are codes on
/// Linux, such as "(NSCocoaErrorDomain error 512.)".
public enum FileErrorWords {
    /// The cause without the path, such as "permission denied".
    public static func cause(of error: any Error) -> String {
        let error = error as NSError
        let system = error.domain == NSPOSIXErrorDomain ? error : underlying(error)
        if let system {
            let isWrite = CocoaError.Code(rawValue: error.code) == .fileWriteUnknown
            return isWrite && system.code == Int(ENOENT)
                ? "there is no such folder" : words(for: Int32(system.code))
        }
        guard error.domain == NSCocoaErrorDomain else { return unknown }
        return switch CocoaError.Code(rawValue: error.code) {
        case .fileReadNoSuchFile, .fileNoSuchFile: "there is no such file"
        case .fileReadNoPermission, .fileWriteNoPermission: "permission denied"
        case .fileWriteOutOfSpace: "the disk is full"
        case .fileWriteVolumeReadOnly: "the disk is read-only"
        case .fileWriteFileExists: "a file of that name exists"
        case .fileReadUnknown, .fileWriteUnknown:
            "a part of the path is a file, or not yours to use"
        default: unknown
        }
    }

    private static let unknown = "the system gave no reason"

    /// Whether the error is one of reading or writing a file.
    public static func isFileError(_ error: any Error) -> Bool {
        let error = error as NSError
        // Foundation's other errors, such as those of decoding, have greater codes.
        return error.domain == NSPOSIXErrorDomain
            || error.domain == NSCocoaErrorDomain && (0..<1024).contains(error.code)
    }

    /// Whether a file error is one of writing, as far as it says so.
    public static func isOfWriting(_ error: any Error) -> Bool {
        let error = error as NSError
        return error.domain == NSCocoaErrorDomain && (512..<1024).contains(error.code)
    }

    /// The path of a file error; nil if it names none.
    public static func path(of error: any Error) -> String? {
        (error as NSError).userInfo[NSFilePathErrorKey] as? String
    }

    private static func underlying(_ error: NSError) -> NSError? {
        // A cause that Swift made, such as `POSIXError`, is no `NSError` here.
        let cause = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
        return cause?.domain == NSPOSIXErrorDomain ? cause : nil
    }

    private static func words(for number: Int32) -> String {
        switch number {
        case ENOENT: "there is no such file"
        case EACCES, EPERM: "permission denied"
        case ENOSPC, EDQUOT: "the disk is full"
        case EROFS: "the disk is read-only"
        case ENOTDIR: "a part of the path is a file"
        default: String(cString: strerror(number)).lowercased()
        }
    }
}
