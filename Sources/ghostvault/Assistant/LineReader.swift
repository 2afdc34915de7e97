#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The lines of an open file, each as it arrives.
struct LineReader {
    enum Line: Equatable {
        case bytes([UInt8])
        /// A line of more than ``mostBytes``, which is not kept.
        case tooLong
    }

    /// The longest line that is kept.
    static let mostBytes = 1 << 20

    private let descriptor: Int32
    /// Bytes that were read and are in no line yet.
    private var rest: [UInt8] = []
    private var isSkipping = false
    private var hasEnded = false

    /// - Parameter descriptor: the caller keeps ownership.
    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The next line without its end; nil at the end of the file. A last line may lack its end.
    mutating func next() -> Line? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(rest[..<end])
                rest.removeSubrange(...end)
                return finished(line)
            }
            if rest.count > Self.mostBytes {
                rest = []
                isSkipping = true
            }
            guard !hasEnded else {
                guard !rest.isEmpty || isSkipping else { return nil }
                defer { rest = [] }
                return finished(rest)
            }
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            hasEnded = count <= 0
            rest += bytes.prefix(max(0, count))
        }
    }

    private mutating func finished(_ line: [UInt8]) -> Line {
        defer { isSkipping = false }
        return isSkipping || line.count > Self.mostBytes ? .tooLong : .bytes(line)
    }
}
