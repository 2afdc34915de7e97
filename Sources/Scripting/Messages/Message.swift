/// The bytes of one message between the program and its worker.
///
/// Numbers are little-endian; a text or a list is its count, 32 bits, and what it counts.
struct MessageWriter {
    private(set) var bytes: [UInt8] = []

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    mutating func put(_ byte: UInt8) { bytes.append(byte) }

    mutating func put(_ boolean: Bool) { bytes.append(boolean ? 1 : 0) }

    @inline(__always)
    mutating func put<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func put(_ number: Double) { put(number.bitPattern) }

    mutating func put(count: Int) { put(UInt32(clamping: count)) }

    mutating func put(_ list: some Collection<UInt8>) {
        put(count: list.count)
        bytes.append(contentsOf: list)
    }

    mutating func put(_ text: String) {
        var text = text
        text.withUTF8 { put($0) }
    }

    mutating func put(_ texts: [String]) { putAll(texts) { $0.put($1) } }

    mutating func putAll<Element>(
        _ list: some Collection<Element>, _ put: (inout MessageWriter, Element) -> Void
    ) {
        self.put(count: list.count)
        for element in list { put(&self, element) }
    }

    /// Puts whether there is a value, and the value.
    mutating func put<Value>(
        optional value: Value?, _ put: (inout MessageWriter, Value) -> Void
    ) {
        self.put(value != nil)
        if let value { put(&self, value) }
    }
}

/// A message that can't be read: its sender is broken.
struct MessageError: Error {}

/// Reads a message from an untrusted sender. It may end anywhere, count what is not there, or hold
/// invalid text. Costs no more than the message is long.
struct MessageReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// How many bytes are left.
    var rest: Int { bytes.count - position }

    /// What is behind the part that was read.
    var place: Int { position }

    /// Passes over what is left.
    mutating func skipAll() { position = bytes.count }

    /// What is left.
    var restOfMessage: [UInt8] { Array(bytes[position...]) }

    /// A copy of what is left, for whoever frees it.
    func restInPlace() -> UnsafeMutableBufferPointer<UInt8> {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: rest)
        _ = copy.initialize(from: bytes[position...])
        return copy
    }

    mutating func skip(_ count: Int) throws(MessageError) {
        guard count >= 0, count <= rest else { throw MessageError() }
        position += count
    }

    mutating func byte() throws(MessageError) -> UInt8 {
        guard rest > 0 else { throw MessageError() }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func boolean() throws(MessageError) -> Bool {
        switch try byte() {
        case 0: return false
        case 1: return true
        default: throw MessageError()
        }
    }

    mutating func number<Number: FixedWidthInteger>(
        _ type: Number.Type = Number.self
    ) throws(MessageError) -> Number {
        let size = MemoryLayout<Number>.size
        guard rest >= size else { throw MessageError() }
        defer { position += size }
        return bytes.withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Number.self))
        }
    }

    mutating func double() throws(MessageError) -> Double {
        Double(bitPattern: try number(UInt64.self))
    }

    /// A number that counts steps, bytes or rows: no worker that works comes to more.
    mutating func natural() throws(MessageError) -> Int {
        let number = try number(Int64.self)
        guard number >= 0, number <= 1 << 48 else { throw MessageError() }
        return Int(clamping: number)
    }

    /// A count of things that take at least one byte each.
    mutating func count() throws(MessageError) -> Int {
        let count = Int(try number(UInt32.self))
        guard count <= rest else { throw MessageError() }
        return count
    }

    mutating func list() throws(MessageError) -> [UInt8] {
        let count = try count()
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    mutating func text(atMost most: Int = .max) throws(MessageError) -> String {
        let count = try count()
        guard count <= most,
            let text = String(validating: bytes[position..<position + count], as: UTF8.self)
        else { throw MessageError() }
        position += count
        return text
    }

    mutating func texts() throws(MessageError) -> [String] {
        try all { (reader) throws(MessageError) in try reader.text() }
    }

    mutating func all<Element>(
        _ read: (inout MessageReader) throws(MessageError) -> Element
    ) throws(MessageError) -> [Element] {
        let count = try count()
        var all: [Element] = []
        for _ in 0..<count { all.append(try read(&self)) }
        return all
    }

    mutating func optional<Value>(
        _ read: (inout MessageReader) throws(MessageError) -> Value
    ) throws(MessageError) -> Value? {
        try boolean() ? try read(&self) : nil
    }
}

/// What a worker is asked to do. Each has a number of its own.
enum WorkerRequest: UInt8 {
    /// Takes a library, which sandboxes are made with.
    case library
    case forgetLibrary
    /// Reads a file of data.
    case read
    /// Makes a sandbox.
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
    case keptState
    case hasRead
    case takeOutput
    case mapHits
    case bytesInUse
    case countSteps
    case stepsTaken

    /// Whether functions of scripts may keep something from it.
    var callsFunctions: Bool {
        switch self {
        case .call, .ask, .answers, .decide, .tell, .setContext, .evaluate: true
        case .library, .forgetLibrary, .read, .create, .close, .load, .keptState, .hasRead,
            .takeOutput,
            .mapHits, .bytesInUse, .countSteps, .stepsTaken:
            false
        }
    }
}

/// How a worker answers.
enum WorkerReply: UInt8 {
    /// It is done; what came of it follows.
    case done
    /// The script failed; its error follows.
    case failed
    /// It needs fields of rows first: rows, then fields.
    case fetch
    /// It needs the rows that an index of a view finds first: the index, and two values.
    case find
}

/// How many rows of a view a worker asks about at once.
let rowsOfAFetch = 256

/// The most rows that a worker may ask about at once: those of the longest list of questions.
let mostRowsOfAFetch = 4_096
