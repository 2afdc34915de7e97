import Terminal

/// Takes what a writer passes on, in the pieces in which it came.
final class Transcript {
    private(set) var pieces: [[UInt8]] = []

    var text: String { String(decoding: pieces.joined(), as: UTF8.self) }

    func writer(_ layout: JSONWriter.Layout) -> JSONWriter {
        JSONWriter(layout) { bytes in self.pieces.append(bytes) }
    }
}
