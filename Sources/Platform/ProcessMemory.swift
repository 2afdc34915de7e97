internal import CPlatformShim

/// Memory that this process freed, and that its allocator keeps for later.
public enum FreedMemory {
    /// Gives it back to the system, for a process that sleeps next: what a pass
    /// over a large vault frees would otherwise be kept until the next one.
    ///
    /// Costs about a millisecond, and as much again for the pages that are asked
    /// for next.
    public static func giveBack() { platform_give_back_memory() }

    /// Lets what one thread freed serve the next one, for a process that starts a
    /// thread now and then and is rarely in two at a time.
    ///
    /// Otherwise glibc keeps some MiB for each of up to eight threads a core. To
    /// be called before there are threads.
    public static func shareAmongThreads() { platform_share_memory() }
}

/// Core dumps of the process.
public enum CoreFiles {
    /// Asks the system to write none of this process, since its memory holds
    /// secrets. On Linux this also keeps the user's other processes from
    /// reading it.
    public static func forbid() {
        platform_forbid_core_files()
    }
}
