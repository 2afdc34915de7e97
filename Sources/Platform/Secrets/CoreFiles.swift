internal import CPlatformShim

/// What the system would write of a process that crashed.
public enum CoreFiles {
    /// Asks the system to write none of this process, since its memory holds
    /// secrets. On Linux this also keeps the user's other processes from
    /// reading it.
    public static func forbid() {
        platform_forbid_core_files()
    }
}
