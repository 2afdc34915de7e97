/// A list of plain numbers that lies in memory of its own or in the program's constant
/// bytes, so that a compiled table is used where it lies.
///
/// Unchecked: nothing writes to the elements after `init`.
package struct FlatList<Element: BitwiseCopyable>: RandomAccessCollection, @unchecked Sendable {
    /// Frees the elements; nil for constant bytes.
    private let memory: Memory?
    private let start: UnsafePointer<Element>
    package let endIndex: Int

    private final class Memory {
        let elements: UnsafeMutableBufferPointer<Element>

        init(_ list: some Collection<Element>) {
            // One more, so that there is an address for an empty list.
            elements = .allocate(capacity: list.count + 1)
            _ = elements.initialize(from: list)
        }

        deinit { elements.deallocate() }
    }

    package init(_ list: some Collection<Element>) {
        let memory = Memory(list)
        guard let start = memory.elements.baseAddress else {
            preconditionFailure("memory has no address")
        }
        self.memory = memory
        self.start = UnsafePointer(start)
        endIndex = list.count
    }

    /// - Parameter constant: `count` elements that last as long as the program.
    package init(constant: UnsafePointer<Element>, count: Int) {
        memory = nil
        start = constant
        endIndex = count
    }

    package var startIndex: Int { 0 }

    /// One load and a check of the bounds. A list is a part of a compiled rulebook or
    /// vocabulary, which keeps ``memory`` alive meanwhile.
    @inline(__always)
    package subscript(position: Int) -> Element {
        precondition(position >= 0 && position < endIndex)
        return start[position]
    }

    @inline(__always)
    package func withUnsafeBufferPointer<Result>(
        _ body: (UnsafeBufferPointer<Element>) -> Result
    ) -> Result {
        withExtendedLifetime(memory) { body(UnsafeBufferPointer(start: start, count: endIndex)) }
    }
}

/// Many short lists in one block of memory.
package struct FlatLists<Element: BitwiseCopyable>: Sendable {
    package let elements: FlatList<Element>
    private let ends: FlatList<Int32>

    package init(_ lists: [[Element]] = []) {
        var end: Int32 = 0
        ends = FlatList(
            lists.map { list in
                end += Int32(list.count)
                return end
            })
        elements = FlatList(Array(lists.joined()))
    }

    /// - Parameter members: elements with their list's number; each list keeps their order.
    package init(_ members: [(list: Int32, element: Element)], count: Int) {
        var places = [Int32](repeating: 0, count: count)
        for member in members { places[Int(member.list)] += 1 }
        var end: Int32 = 0
        var ends: [Int32] = []
        ends.reserveCapacity(count)
        for list in 0..<count {
            (places[list], end) = (end, end + places[list])
            ends.append(end)
        }
        self.ends = FlatList(ends)
        guard let any = members.first?.element else {
            elements = FlatList([])
            return
        }
        var elements = [Element](repeating: any, count: members.count)
        for member in members {
            elements[Int(places[Int(member.list)])] = member.element
            places[Int(member.list)] += 1
        }
        self.elements = FlatList(elements)
    }

    /// The range of a list in ``elements``.
    @inline(__always)
    package func range(of list: Int) -> Range<Int> {
        Int(list == 0 ? 0 : ends[list - 1])..<Int(ends[list])
    }
}

extension FlatLists: Archivable {
    package func write(to archive: inout ArchiveWriter) {
        archive.write(elements)
        archive.write(ends)
    }

    package init(from archive: inout ArchiveReader) {
        elements = archive.list()
        ends = archive.list()
    }
}

/// A hash table of numbers by keys, with open addressing.
package struct FlatMap: Sendable {
    /// By slot; ``noKey`` in an empty one.
    private let keys: FlatList<UInt64>
    private let values: FlatList<Int32>

    private static let noKey = UInt64.max

    /// - Parameter entries: no key is the largest number.
    package init(_ entries: [UInt64: Int32]) {
        var count = 2
        while count < entries.count * 2 { count *= 2 }
        var keys = [UInt64](repeating: Self.noKey, count: count)
        var values = [Int32](repeating: 0, count: count)
        for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
            var slot = Self.slot(of: key, among: count)
            while keys[slot] != Self.noKey { slot = (slot + 1) & (count - 1) }
            (keys[slot], values[slot]) = (key, value)
        }
        self.keys = FlatList(keys)
        self.values = FlatList(values)
    }

    package subscript(key: UInt64) -> Int32? {
        var slot = Self.slot(of: key, among: keys.count)
        while keys[slot] != Self.noKey {
            if keys[slot] == key { return values[slot] }
            slot = (slot + 1) & (keys.count - 1)
        }
        return nil
    }

    /// By Fibonacci hashing: the high bits of a product with 2⁶⁴ divided by the golden ratio.
    private static func slot(of key: UInt64, among count: Int) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> 32) & (count - 1)
    }
}

extension FlatMap: Archivable {
    package func write(to archive: inout ArchiveWriter) {
        archive.write(keys)
        archive.write(values)
    }

    package init(from archive: inout ArchiveReader) {
        keys = archive.list()
        values = archive.list()
    }
}
