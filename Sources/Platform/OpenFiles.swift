internal import CPlatformShim

/// What other programs do with files.
public enum OpenFiles {
    /// Whether a program has an ordinary file open to write to it. False where the system can't
    /// tell.
    public static func isBeingWritten(_ path: String) -> Bool { platform_is_being_written(path) }
}
