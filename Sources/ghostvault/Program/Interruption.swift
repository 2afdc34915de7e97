import Dispatch

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A handler for Control-C during work that can stop itself.
enum Interruption {
    /// Runs the body; Control-C calls `stop` instead of ending the program, if the process
    /// belongs to it.
    static func during<Value>(
        _ stop: @escaping @Sendable () -> Void, _ body: () throws -> Value
    ) rethrows -> Value {
        guard ProgramContext.current.ownsProcess, hasRoom else { return try body() }
        let former = signal(SIGINT, SIG_IGN)
        let source = DispatchSource.makeSignalSource(
            signal: SIGINT, queue: DispatchQueue(label: "interruption"))
        source.setEventHandler(handler: stop)
        // Until the system knows of the handler, which another thread tells it, Control-C would be
        // lost.
        let isReady = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { isReady.signal() }
        source.resume()
        isReady.wait()
        defer {
            source.cancel()
            signal(SIGINT, former)
        }
        return try body()
    }

    /// Whether the files that Dispatch needs for a source can be opened. It traps otherwise.
    private static var hasRoom: Bool {
        var opened: [Int32] = []
        defer { for file in opened { close(file) } }
        for _ in 0..<filesOfASource {
            let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return false }
            opened.append(file)
        }
        return true
    }

    private static let filesOfASource = 8
}
