/// A sorted table of lines, searched where it lies in the program.
///
/// A line is a key and further fields between tabs. Keys are sorted by their bytes; several
/// lines may share one. Nothing is parsed or copied before a line is found.
///
/// - Complexity: a search costs about half a microsecond in 20,000 lines.
public struct PlaceTable: @unchecked Sendable {
    // Unchecked: constant bytes of the program, which nothing writes to or frees.
    private let bytes: UnsafeBufferPointer<UInt8>

    /// - Parameters:
    ///   - start: the first byte; the bytes must last as long as the program.
    ///   - count: the number of bytes. The last is a line end.
    init(start: UnsafePointer<UInt8>?, count: Int) {
        bytes = UnsafeBufferPointer(start: start, count: count)
    }

    /// A table that stands in source.
    public init(_ text: StaticString) {
        self.init(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }

    /// A found line without its key.
    struct Line {
        let bytes: Slice<UnsafeBufferPointer<UInt8>>

        /// A field by its position behind the key; empty if there is none.
        func field(_ position: Int) -> Slice<UnsafeBufferPointer<UInt8>> {
            var rest = bytes
            for _ in 0..<position {
                guard let tab = rest.firstIndex(of: Byte.tab) else { return bytes.suffix(0) }
                rest = rest[(tab + 1)...]
            }
            return rest.prefix { $0 != Byte.tab }
        }

        func text(_ position: Int) -> String { String(decoding: field(position), as: UTF8.self) }

        func has(_ flag: UInt8, in position: Int) -> Bool { field(position).contains(flag) }
    }

    /// Looks for each key that a text begins with, the longest first.
    ///
    /// - Parameters:
    ///   - ends: where a key may end in the text, in ascending order.
    ///   - body: gets the lines of a key and the position of its end in `ends`, and returns
    ///     whether to go on with shorter keys.
    func forEachBeginning(
        of text: Slice<UnsafeBufferPointer<UInt8>>, endingAt ends: ArraySlice<Int>,
        _ body: ([Line], Int) -> Bool
    ) {
        var position = ends.endIndex - 1
        while position >= ends.startIndex {
            let key = text[..<ends[position]]
            let place = lowerBound(of: key)
            let lines = lines(of: key, from: place)
            if !lines.isEmpty {
                guard body(lines, position) else { return }
                position -= 1
                continue
            }
            // Every shorter key that the text begins with also begins the line before.
            let shared = lengthShared(by: key, withLineBefore: place)
            repeat {
                position -= 1
            } while position >= ends.startIndex && ends[position] - text.startIndex > shared
        }
    }

    /// The lines of one key.
    func lines(of key: Slice<UnsafeBufferPointer<UInt8>>) -> [Line] {
        lines(of: key, from: lowerBound(of: key))
    }

    private func lines(of key: Slice<UnsafeBufferPointer<UInt8>>, from place: Int) -> [Line] {
        var lines: [Line] = []
        var start = place
        while start < bytes.count, order(of: key, andLineAt: start) == 0 {
            let end = endOfLine(start)
            let fields = min(start + key.count + 1, end)
            lines.append(Line(bytes: bytes[fields..<end]))
            start = end + 1
        }
        return lines
    }

    /// The start of the first line whose key is not before the given one.
    private func lowerBound(of key: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        var low = 0
        var high = bytes.count
        while low < high {
            var start = (low + high) / 2
            while start > low, bytes[start - 1] != Byte.lineEnd { start -= 1 }
            if order(of: key, andLineAt: start) > 0 {
                low = min(endOfLine(start) + 1, high)
            } else {
                high = start
            }
        }
        return low
    }

    /// Below 0 if the key is before the line's, 0 if they are the same.
    private func order(of key: Slice<UnsafeBufferPointer<UInt8>>, andLineAt start: Int) -> Int {
        var position = start
        for byte in key {
            guard position < bytes.count, bytes[position] != Byte.tab,
                bytes[position] != Byte.lineEnd
            else { return 1 }
            if byte != bytes[position] { return byte < bytes[position] ? -1 : 1 }
            position += 1
        }
        let isEnd = position == bytes.count || bytes[position] == Byte.tab
        return isEnd || bytes[position] == Byte.lineEnd ? 0 : -1
    }

    private func lengthShared(
        by key: Slice<UnsafeBufferPointer<UInt8>>, withLineBefore place: Int
    ) -> Int {
        guard place > 0 else { return 0 }
        var start = place - 1
        while start > 0, bytes[start - 1] != Byte.lineEnd { start -= 1 }
        return zip(key, bytes[start..<place]).prefix { $0 == $1 }.count
    }

    private func endOfLine(_ start: Int) -> Int {
        bytes[start...].firstIndex(of: Byte.lineEnd) ?? bytes.count
    }
}

private enum Byte {
    static let tab = UInt8(ascii: "\t")
    static let lineEnd = UInt8(ascii: "\n")
}
