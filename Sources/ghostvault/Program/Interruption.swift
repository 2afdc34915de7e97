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
        guard ProgramContext.current.ownsProcess else { return try body() }
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
}
