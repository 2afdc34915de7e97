/// The bytes of a document on their way to the sink, and where in it they are.
///
/// Shared by the writers of one document, of which only the innermost can be
/// used at a time.
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

    /// What stands before each field and element.
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

    /// After this nothing more reaches the sink.
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
