#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// What a service tells the manager that runs it, as systemd's `sd_notify` does:
/// one datagram to a socket that the manager names.
public struct ServiceNotice: Hashable, Sendable {
    /// Why a notice did not go out. A service goes on without.
    public struct NotSent: Error, Hashable, Sendable {
        /// Of `errno`.
        public let number: Int32
    }

    /// Half the time after which the manager ends a service that is silent;
    /// nil where it lets it be.
    public let watchdogInterval: Duration?

    private let socketPath: String

    /// Nil where no manager listens: NOTIFY_SOCKET is missing, or no path and
    /// no name of an abstract socket ("@…").
    ///
    /// - Parameter processID: of this process; a watchdog that is meant for
    ///   another is ignored.
    public init?(environment: [String: String], processID: Int32) {
        guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@"),
            2...SocketAddress.longestPath ~= path.utf8.count
        else { return nil }
        socketPath = path
        let meant = environment["WATCHDOG_PID"]
        if meant == nil || meant == "\(processID)",
            let microseconds = environment["WATCHDOG_USEC"].flatMap({ Int64($0) }),
            microseconds > 1
        {
            watchdogInterval = .microseconds(microseconds / 2)
        } else {
            watchdogInterval = nil
        }
    }

    /// The service has begun to work, or works on after a reload.
    ///
    /// - Parameter status: nil for what it was before.
    public func ready(status: String? = nil) throws(NotSent) {
        try send("READY=1" + (status.map { "\nSTATUS=" + Self.line($0) } ?? ""))
    }

    /// The service reads its files anew; ``ready(status:)`` must follow.
    public func reloading() throws(NotSent) {
        try send("RELOADING=1\nMONOTONIC_USEC=\(Self.monotonicMicroseconds)")
    }

    /// The service is about to end.
    public func stopping() throws(NotSent) { try send("STOPPING=1") }

    /// The service's line in the manager's status.
    public func status(_ text: String) throws(NotSent) { try send("STATUS=\(Self.line(text))") }

    /// The service is alive; due once in each ``watchdogInterval``.
    public func alive() throws(NotSent) { try send("WATCHDOG=1") }

    // MARK: Workings

    /// A line of the protocol can't hold another.
    private static func line(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }

    private static var monotonicMicroseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    private func send(_ message: String) throws(NotSent) {
        let descriptor = socket(AF_UNIX, SocketAddress.datagram, 0)
        guard descriptor >= 0 else { throw NotSent(number: errno) }
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let bytes = Array(message.utf8)
        let sent = SocketAddress(socketPath).withPointer { address, size in
            bytes.withUnsafeBytes {
                sendto(
                    descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT), address, size)
            }
        }
        guard sent == bytes.count else { throw NotSent(number: errno) }
    }
}

/// The address of a socket in the file system, or of an abstract one.
struct SocketAddress {
    /// Bytes of a path, which ends with a zero, or of "@" and a name.
    static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    #if canImport(Glibc)
        static let datagram = Int32(SOCK_DGRAM.rawValue)
    #else
        static let datagram = SOCK_DGRAM
    #endif

    private var address = sockaddr_un()
    private let size: socklen_t

    /// - Parameter path: of 2 to ``longestPath`` bytes.
    init(_ path: String) {
        address.sun_family = sa_family_t(AF_UNIX)
        let isAbstract = path.hasPrefix("@")
        let bytes = (isAbstract ? [0] : []) + Array(path.utf8.dropFirst(isAbstract ? 1 : 0))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let start = MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 2
        // The zero that ends a path counts; a name's bytes are all it has.
        size = socklen_t(start + bytes.count + (isAbstract ? 0 : 1))
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
        }
    }
}
