#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The terminal that this process belongs to, whose closing ends it.
///
/// A process that `nohup` started belongs to none: it is to outlive the terminal.
struct ControllingTerminal {
    private let wasThere: Bool

    init() {
        var action = sigaction()
        sigaction(SIGHUP, nil, &action)
        #if canImport(Glibc)
            let handler = action.__sigaction_handler.sa_handler
        #else
            let handler = action.__sigaction_u.__sa_handler
        #endif
        let isIgnored = unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        wasThere = !isIgnored && Self.open() == nil
    }

    /// Whether it was closed since.
    var isGone: Bool {
        wasThere && [ENXIO, EIO].contains(Self.open())
    }

    /// - Returns: why it can't be opened.
    private static func open() -> Int32? {
        #if canImport(Glibc)
            let file = Glibc.open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        #else
            let file = Darwin.open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        #endif
        guard file >= 0 else { return errno }
        close(file)
        return nil
    }
}
