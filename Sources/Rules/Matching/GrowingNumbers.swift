/// Numbers one after the other, to which more can be added.
///
/// Unlike an array in a class, reading one costs a load and nothing else. The
/// owner gives the memory back.
struct GrowingNumbers {
    private struct State {
        var numbers: UnsafeMutableBufferPointer<Int32>
        var count: Int
    }

    private let state = UnsafeMutablePointer<State>.allocate(capacity: 1)

    init() {
        state.initialize(to: State(numbers: .allocate(capacity: 1024), count: 0))
    }

    func deallocate() {
        state.pointee.numbers.deallocate()
        state.deallocate()
    }

    var count: Int { state.pointee.count }

    /// - Parameter position: less than ``count``, which only debug builds check.
    subscript(position: Int) -> Int32 {
        @inline(__always) get {
            assert(position < count)
            return state.pointee.numbers[position]
        }
        nonmutating set {
            assert(position < count)
            state.pointee.numbers[position] = newValue
        }
    }

    func append(_ number: Int32) {
        if count == state.pointee.numbers.count { grow() }
        state.pointee.numbers[count] = number
        state.pointee.count = count + 1
    }

    func removeAll() {
        state.pointee.count = 0
    }

    /// Sorts the numbers from a position on and keeps one of those that are
    /// equal.
    func sortAndRemoveDuplicates(from start: Int) {
        guard count - start > 1 else { return }
        state.pointee.numbers[start..<count].sort()
        var kept = start + 1
        for position in start + 1..<count where self[position] != self[kept - 1] {
            self[kept] = self[position]
            kept += 1
        }
        state.pointee.count = kept
    }

    private func grow() {
        let old = state.pointee.numbers
        let larger = UnsafeMutableBufferPointer<Int32>.allocate(capacity: old.count * 2)
        _ = larger.update(fromContentsOf: old)
        old.deallocate()
        state.pointee.numbers = larger
    }
}
