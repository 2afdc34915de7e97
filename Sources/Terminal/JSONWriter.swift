internal import Model

/// A streaming JSON writer (RFC 8259): a million rows need no more memory than one.
///
/// ```swift
/// json.object {
///     $0.field("id", 12)
///     $0.array("tags") { $0.element("rent") }
/// }
/// ```
///
/// Braces and commas follow from the closures, so a document can't be unbalanced or misnested.
/// Fields keep the order in which they are written. Control and invisible characters are
/// escaped, so the output is safe on a terminal and parses to the same text. Exact decimals are
/// written as strings, since most parsers would round a number.
public struct JSONWriter: ~Copyable {
    public typealias Sink = ([UInt8]) throws(OutputError) -> Void

    public enum Layout: Sendable {
        /// Indented by two spaces, for people.
        case pretty
        /// Each document on one line, for programs.
        case compact
    }

    private let stream: JSONStream

    /// - Parameter sink: receives the text as UTF-8 in chunks of about 64 KiB. It isn't called
    ///   again after it has thrown.
    public init(_ layout: Layout, sink: @escaping Sink) {
        stream = JSONStream(layout, sink: sink)
    }

    public init(_ layout: Layout, to output: Output) {
        self.init(layout) { bytes throws(OutputError) in try output.write(bytes) }
    }

    /// Writes one document, an object, and ends its line.
    ///
    /// If `body` throws, the document stays open and nothing more is written: half an answer
    /// must not parse as a whole one.
    public mutating func object<Failure: Error>(
        _ body: (inout JSONObject) throws(Failure) -> Void
    ) throws(Failure) {
        try stream.object(body)
        stream.endDocument()
    }

    /// Writes one document, an array, and ends its line.
    ///
    /// If `body` throws, the document stays open, as for an object.
    public mutating func array<Failure: Error>(
        _ body: (inout JSONArray) throws(Failure) -> Void
    ) throws(Failure) {
        try stream.array(body)
        stream.endDocument()
    }

    /// Passes buffered text to the sink.
    ///
    /// - Throws: the sink's first error, from this chunk or an earlier one.
    public mutating func flush() throws(OutputError) {
        stream.passOn()
        if let failure = stream.failure { throw failure }
    }
}

/// The fields of an object being written.
public struct JSONObject: ~Copyable {
    private let stream: JSONStream

    init(_ stream: JSONStream) {
        self.stream = stream
    }

    /// Writes a string, or null for nil.
    public mutating func field(_ name: String, _ value: String?) {
        stream.name(name)
        stream.value(value)
    }

    public mutating func field(_ name: String, _ value: Int?) {
        field(name, value.map { Int64($0) })
    }

    public mutating func field(_ name: String, _ value: Int64?) {
        stream.name(name)
        stream.value(value)
    }

    /// Writes the shortest number that reads as the same, or null for one that JSON lacks.
    public mutating func field(_ name: String, _ value: Double) {
        stream.name(name)
        stream.value(value)
    }

    public mutating func field(_ name: String, _ value: Bool?) {
        stream.name(name)
        stream.value(value)
    }

    public mutating func null(_ name: String) {
        field(name, String?.none)
    }

    public mutating func object<Failure: Error>(
        _ name: String, _ body: (inout JSONObject) throws(Failure) -> Void
    ) throws(Failure) {
        stream.name(name)
        try stream.object(body)
    }

    public mutating func array<Failure: Error>(
        _ name: String, _ body: (inout JSONArray) throws(Failure) -> Void
    ) throws(Failure) {
        stream.name(name)
        try stream.array(body)
    }
}

/// The elements of an array being written.
public struct JSONArray: ~Copyable {
    private let stream: JSONStream

    init(_ stream: JSONStream) {
        self.stream = stream
    }

    /// Whether the sink has failed, so that a long loop can stop.
    public var isAbandoned: Bool { stream.failure != nil }

    /// Writes a string, or null for nil.
    public mutating func element(_ value: String?) {
        stream.separate()
        stream.value(value)
    }

    public mutating func element(_ value: Int?) {
        element(value.map { Int64($0) })
    }

    public mutating func element(_ value: Int64?) {
        stream.separate()
        stream.value(value)
    }

    /// As a field's.
    public mutating func element(_ value: Double) {
        stream.separate()
        stream.value(value)
    }

    public mutating func element(_ value: Bool?) {
        stream.separate()
        stream.value(value)
    }

    public mutating func null() {
        element(String?.none)
    }

    public mutating func object<Failure: Error>(
        _ body: (inout JSONObject) throws(Failure) -> Void
    ) throws(Failure) {
        stream.separate()
        try stream.object(body)
    }

    public mutating func array<Failure: Error>(
        _ body: (inout JSONArray) throws(Failure) -> Void
    ) throws(Failure) {
        stream.separate()
        try stream.array(body)
    }
}

/// The output buffer of one document, with the position in it.
///
/// All writers of a document share it. Only the innermost writer can be used at a time.
final class JSONStream {
    private(set) var failure: OutputError?
    private let isPretty: Bool
    private let sink: JSONWriter.Sink
    private var bytes: [UInt8] = []
    private var depth = 0
    private var isFirst = true
    private var isLeftOpen = false

    init(_ layout: JSONWriter.Layout, sink: @escaping JSONWriter.Sink) {
        isPretty = layout == .pretty
        self.sink = sink
    }

    func object<Failure: Error>(
        _ body: (inout JSONObject) throws(Failure) -> Void
    ) throws(Failure) {
        open("{")
        var object = JSONObject(self)
        do throws(Failure) {
            try body(&object)
        } catch {
            leaveOpen()
            throw error
        }
        close("}")
    }

    func array<Failure: Error>(
        _ body: (inout JSONArray) throws(Failure) -> Void
    ) throws(Failure) {
        open("[")
        var array = JSONArray(self)
        do throws(Failure) {
            try body(&array)
        } catch {
            leaveOpen()
            throw error
        }
        close("]")
    }

    func name(_ name: String) {
        separate()
        bytes.appendJSONString(name)
        bytes.append(UInt8(ascii: ":"))
        if isPretty { bytes.append(UInt8(ascii: " ")) }
    }

    /// Writes what goes before each field and element: a comma, a line break, the indentation.
    func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        breakLine()
        if bytes.count >= Self.pieceSize { passOn() }
    }

    func value(_ text: String?) {
        if let text { bytes.appendJSONString(text) } else { appendNull() }
    }

    func value(_ number: Int64?) {
        if let number { bytes.append(contentsOf: String(number).utf8) } else { appendNull() }
    }

    func value(_ number: Double) {
        if number.isFinite {
            bytes.append(contentsOf: "\(number)".utf8)
        } else {
            appendNull()
        }
    }

    func value(_ truth: Bool?) {
        if let truth {
            bytes.append(contentsOf: (truth ? "true" : "false").utf8)
        } else {
            appendNull()
        }
    }

    func endDocument() {
        bytes.append(UInt8(ascii: "\n"))
        isFirst = true
        if bytes.count >= Self.pieceSize { passOn() }
    }

    func passOn() {
        defer { bytes.removeAll(keepingCapacity: true) }
        guard failure == nil, !isLeftOpen, !bytes.isEmpty else { return }
        do throws(OutputError) {
            try sink(bytes)
        } catch {
            failure = error
        }
    }

    private static let pieceSize = 1 << 16

    private func open(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        depth += 1
        isFirst = true
    }

    private func close(_ bracket: Unicode.Scalar) {
        depth -= 1
        if !isFirst { breakLine() }
        bytes.append(UInt8(ascii: bracket))
        isFirst = false
    }

    /// Stops the output: nothing more reaches the sink.
    private func leaveOpen() {
        passOn()
        isLeftOpen = true
    }

    private func breakLine() {
        guard isPretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    private func appendNull() {
        bytes.append(contentsOf: "null".utf8)
    }
}

extension [UInt8] {
    /// Appends a quoted JSON string (RFC 8259, section 7).
    ///
    /// Also escapes every character that ``SafeText`` would replace, so no information is lost.
    mutating func appendJSONString(_ text: String) {
        append(UInt8(ascii: "\""))
        if text.utf8.allSatisfy(\.standsForItselfInJSON) {
            append(contentsOf: text.utf8)
        } else {
            for scalar in text.unicodeScalars { appendEscapingAsNeeded(scalar) }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendEscapingAsNeeded(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": append(contentsOf: #"\""#.utf8)
        case "\\": append(contentsOf: #"\\"#.utf8)
        case "\n": append(contentsOf: #"\n"#.utf8)
        case "\r": append(contentsOf: #"\r"#.utf8)
        case "\t": append(contentsOf: #"\t"#.utf8)
        case _ where scalar.isHarmlessOnTerminal || scalar.choosesPresentation:
            append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        default:
            for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                appendEscape(unit)
            }
        }
    }

    private mutating func appendEscape(_ unit: UInt16) {
        let digits = String(unit, radix: 16, uppercase: true)
        append(contentsOf: #"\u"#.utf8)
        append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
        append(contentsOf: digits.utf8)
    }
}

extension UInt8 {
    fileprivate var standsForItselfInJSON: Bool {
        (0x20...0x7E).contains(self) && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
    }
}
