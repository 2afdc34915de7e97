/// Writes JSON (RFC 8259) as it goes, so that a million rows need no more
/// memory than one.
///
/// ```swift
/// json.object {
///     $0.field("id", 12)
///     $0.array("tags") { $0.element("rent") }
/// }
/// ```
///
/// Braces and commas follow from the closures: there is no way to write an
/// unbalanced or misnested document. Fields come in the order in which they
/// are written. Whatever a terminal might obey, and whatever is invisible, is
/// escaped, so the output is harmless wherever it is shown and reads back as
/// the same text. Exact decimals are written as strings, since most readers
/// would round a number.
public struct JSONWriter: ~Copyable {
    public typealias Sink = ([UInt8]) throws(OutputError) -> Void

    public enum Layout: Sendable {
        /// Indented by two spaces, for people.
        case pretty
        /// Each document on one line, for programs.
        case compact
    }

    private let stream: JSONStream

    /// - Parameter sink: takes the text in pieces of some 64 KiB, as UTF-8.
    ///   Once it has thrown it is not called again.
    public init(_ layout: Layout, sink: @escaping Sink) {
        stream = JSONStream(layout, sink: sink)
    }

    public init(_ layout: Layout, to output: Output) {
        self.init(layout) { bytes throws(OutputError) in try output.write(bytes) }
    }

    /// Writes one document, an object, and ends its line.
    ///
    /// Where `body` throws, the document stays open: half an answer must not
    /// read as a whole one. Nothing more is then written.
    public mutating func object<Failure: Error>(
        _ body: (inout JSONObject) throws(Failure) -> Void
    ) throws(Failure) {
        try stream.object(body)
        stream.endDocument()
    }

    /// Writes one document, an array, and ends its line. An error of `body`
    /// leaves it open, as for an object.
    public mutating func array<Failure: Error>(
        _ body: (inout JSONArray) throws(Failure) -> Void
    ) throws(Failure) {
        try stream.array(body)
        stream.endDocument()
    }

    /// Hands what is buffered to the sink.
    ///
    /// - Throws: the first error of the sink, from whichever piece it came.
    public mutating func flush() throws(OutputError) {
        stream.passOn()
        if let failure = stream.failure { throw failure }
    }
}

/// The fields of an object that is being written.
public struct JSONObject: ~Copyable {
    private let stream: JSONStream

    init(_ stream: JSONStream) {
        self.stream = stream
    }

    /// A text, or null for nil.
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

/// The elements of an array that is being written.
public struct JSONArray: ~Copyable {
    private let stream: JSONStream

    init(_ stream: JSONStream) {
        self.stream = stream
    }

    /// Whether nobody takes the output any more, so that a long loop may stop.
    public var isAbandoned: Bool { stream.failure != nil }

    /// A text, or null for nil.
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
