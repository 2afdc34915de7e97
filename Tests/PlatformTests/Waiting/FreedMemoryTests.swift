#if os(Linux)
    import Foundation
    import Testing
    import Platform

    @Suite("Freed memory")
    struct FreedMemoryTests {
        @Test func isGivenBackThoughSomethingInItsMiddleIsKept() throws {
            let count = 32_768
            let pieces = (0..<count).map { _ in
                UnsafeMutableRawPointer.allocate(byteCount: 4_096, alignment: 16)
            }
            for piece in pieces {
                piece.initializeMemory(as: UInt8.self, repeating: 1, count: 4_096)
            }
            defer { for kept in stride(from: 0, to: count, by: 256) { pieces[kept].deallocate() } }
            for index in 0..<count where !index.isMultiple(of: 256) { pieces[index].deallocate() }
            let before = try residentBytes
            FreedMemory.giveBack()
            // Other tests may have taken some meanwhile.
            #expect(try residentBytes < before - (64 << 20))
        }

        private var residentBytes: Int {
            get throws {
                let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
                let pages = try #require(
                    text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
                return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
            }
        }
    }
#endif
