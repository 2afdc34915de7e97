/// A message between the program and its worker.
///
/// Numbers are little-endian. A string or list starts with its length in 32 bits.
package struct MessageWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    package mutating func put(_ byte: UInt8) { bytes.append(byte) }

    package mutating func put(_ boolean: Bool) { bytes.append(boolean ? 1 : 0) }

    @inline(__always)
    package mutating func put<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func put(_ number: Double) { put(number.bitPattern) }

    package mutating func put(count: Int) { put(UInt32(clamping: count)) }

    package mutating func put(_ list: some Collection<UInt8>) {
        put(count: list.count)
        bytes.append(contentsOf: list)
    }

    package mutating func put(_ text: String) {
        var text = text
        text.withUTF8 { put($0) }
    }

    package mutating func put(_ texts: [String]) { putAll(texts) { $0.put($1) } }

    package mutating func putAll<Element>(
        _ list: some Collection<Element>, _ put: (inout MessageWriter, Element) -> Void
    ) {
        self.put(count: list.count)
        for element in list { put(&self, element) }
    }

    /// Writes an optional: a flag, then the value if there is one.
    package mutating func put<Value>(
        optional value: Value?, _ put: (inout MessageWriter, Value) -> Void
    ) {
        self.put(value != nil)
        if let value { put(&self, value) }
    }
}

/// A malformed message: its sender is broken.
package struct MessageError: Error {
    package init() {}
}

/// A parser for messages from an untrusted sender. A message may be truncated, have wrong lengths
/// or contain invalid text. The cost is linear in the message's size.
package struct MessageReader {
    private let bytes: [UInt8]
    private var position = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The number of unread bytes.
    package var rest: Int { bytes.count - position }

    /// The current offset.
    package var place: Int { position }

    /// The unread bytes.
    package var restOfMessage: [UInt8] { Array(bytes[position...]) }

    /// A copy of the unread bytes, which the caller must free.
    package func restInPlace() -> UnsafeMutableBufferPointer<UInt8> {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: rest)
        _ = copy.initialize(from: bytes[position...])
        return copy
    }

    package mutating func skip(_ count: Int) throws(MessageError) {
        guard count >= 0, count <= rest else { throw MessageError() }
        position += count
    }

    package mutating func byte() throws(MessageError) -> UInt8 {
        guard rest > 0 else { throw MessageError() }
        defer { position += 1 }
        return bytes[position]
    }

    package mutating func boolean() throws(MessageError) -> Bool {
        switch try byte() {
        case 0: return false
        case 1: return true
        default: throw MessageError()
        }
    }

    package mutating func number<Number: FixedWidthInteger>(
        _ type: Number.Type = Number.self
    ) throws(MessageError) -> Number {
        let size = MemoryLayout<Number>.size
        guard rest >= size else { throw MessageError() }
        defer { position += size }
        return bytes.withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Number.self))
        }
    }

    package mutating func double() throws(MessageError) -> Double {
        Double(bitPattern: try number(UInt64.self))
    }

    /// A count of steps, bytes or rows; larger numbers don't occur in a healthy worker.
    package mutating func natural() throws(MessageError) -> Int {
        let number = try number(Int64.self)
        guard number >= 0, number <= 1 << 48 else { throw MessageError() }
        return Int(clamping: number)
    }

    /// The length of a list whose elements take at least one byte each.
    package mutating func count() throws(MessageError) -> Int {
        let count = Int(try number(UInt32.self))
        guard count <= rest else { throw MessageError() }
        return count
    }

    package mutating func list() throws(MessageError) -> [UInt8] {
        let count = try count()
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    package mutating func text(atMost most: Int = .max) throws(MessageError) -> String {
        let count = try count()
        // Most fields of most rows are empty.
        if count == 0 { return "" }
        guard count <= most,
            let text = String(validating: bytes[position..<position + count], as: UTF8.self)
        else { throw MessageError() }
        position += count
        return text
    }

    package mutating func texts() throws(MessageError) -> [String] {
        try all { (reader) throws(MessageError) in try reader.text() }
    }

    package mutating func all<Element>(
        _ read: (inout MessageReader) throws(MessageError) -> Element
    ) throws(MessageError) -> [Element] {
        let count = try count()
        var all: [Element] = []
        for _ in 0..<count { all.append(try read(&self)) }
        return all
    }

    package mutating func optional<Value>(
        _ read: (inout MessageReader) throws(MessageError) -> Value
    ) throws(MessageError) -> Value? {
        try boolean() ? try read(&self) : nil
    }
}

/// The kinds of requests to a worker. The raw values are part of the protocol.
enum WorkerRequest: UInt8 {
    /// Registers a library for new sandboxes.
    case library
    case forgetLibrary
    /// Parses a data file.
    case read
    /// Creates a sandbox.
    case create
    case close
    case load
    case call
    case ask
    case answers
    case decide
    case tell
    case setContext
    case evaluate
    case hasRead
    case takeOutput
    case mapHits
    case bytesInUse
    case countSteps
    case stepsTaken
    /// Reads a file in a way that the program declares.
    case compute

    /// Whether it runs functions of scripts.
    var callsFunctions: Bool {
        switch self {
        case .call, .ask, .answers, .decide, .tell, .setContext, .evaluate: true
        case .library, .forgetLibrary, .read, .create, .close, .load, .hasRead, .takeOutput,
            .mapHits, .bytesInUse, .countSteps, .stepsTaken, .compute:
            false
        }
    }
}

/// The kinds of replies from a worker.
enum WorkerReply: UInt8 {
    /// Success; the result follows.
    case done
    /// The script failed; its error follows.
    case failed
    /// It needs fields first; rows and fields follow.
    case fetch
    /// It needs an index lookup in a view first; the index and two values follow.
    case find
    /// It needs the answer to a query first; the word's number and a value follow.
    case query
}

/// The number of a view's rows that a worker fetches at once.
let rowsOfAFetch = 256

/// The most rows that a worker may fetch at once: those of the longest list of questions.
let mostRowsOfAFetch = 4_096
