#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The program in which a long answer can be scrolled.
public struct Pager: Sendable {
    /// For a shell.
    public let command: String
    /// The number of lines that need no pager.
    public let rows: Int

    /// Chooses `GHOSTVAULT_PAGER`, else `PAGER`, else less.
    ///
    /// - Returns: nil if the output isn't a terminal of a known height, the person wants no
    ///   pager, or none is there.
    public init?(of descriptor: Int32, environment: [String: String]) {
        guard isatty(descriptor) == 1, environment["TERM"] ?? "dumb" != "dumb" else { return nil }
        let capabilities = TerminalCapabilities(of: descriptor, environment: environment)
        guard let rows = capabilities.height, rows > 1 else { return nil }
        let chosen = environment["GHOSTVAULT_PAGER"] ?? environment["PAGER"]
        if chosen == nil, !Self.isInstalled("less", environment["PATH"] ?? "") { return nil }
        let command = chosen ?? "less -FRX"
        guard !command.isEmpty, command != "cat" else { return nil }
        self.command = command
        self.rows = rows - 1
    }

    private static func isInstalled(_ program: String, _ path: String) -> Bool {
        path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    /// Starts the program on the terminal.
    ///
    /// The process ignores an interrupt from now on, which is for the pager to answer.
    ///
    /// - Returns: nil if it can't be started.
    func start() -> RunningPager? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // As git does: less shows colours, and ends by itself if there is little.
        setenv("LESS", "FRX", 0)
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_adddup2(&files, ends[0], 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This program ignores these, which a child would inherit.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        sigaddset(&signals, SIGXFSZ)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var process: pid_t = 0
        var words: [UnsafeMutablePointer<CChar>?] = ["sh", "-c", command].map { (word: String) in
            strdup(word)
        }
        words.append(nil)
        defer { for word in words { free(word) } }
        let error = posix_spawn(&process, "/bin/sh", &files, &attributes, &words, environ)
        close(ends[0])
        guard error == 0 else {
            close(ends[1])
            return nil
        }
        signal(SIGINT, SIG_IGN)
        return RunningPager(process: process, input: ends[1])
    }
}

/// A pager that shows what is written to it.
struct RunningPager {
    let process: pid_t
    let input: Int32

    /// Waits until the person leaves it.
    ///
    /// - Returns: whether it was a program at all.
    func end() -> Bool {
        close(input)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { if errno != EINTR { return true } }
        signal(SIGINT, SIG_DFL)
        // The shell's codes for a command that it can't find or run.
        let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 0
        return code != 126 && code != 127
    }
}
