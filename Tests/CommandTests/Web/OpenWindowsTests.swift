import Testing

@testable import ghostvault

@Suite("Windows of the page")
struct OpenWindowsTests {
    @Test("leave a gap when the last one goes, which the next one ends")
    func gap() throws {
        var windows = OpenWindows()
        windows.come("a")
        windows.come("b")
        let one = windows.go("a")
        #expect(one == nil)
        let last = windows.go("b")
        let gap = try #require(last)
        #expect(windows.lasts(gap))
        windows.come("c")
        #expect(!windows.lasts(gap))
    }

    @Test("end an earlier gap for good, even if they go again")
    func laterGap() throws {
        var windows = OpenWindows()
        windows.come("a")
        let firstGap = windows.go("a")
        windows.come("b")
        let secondGap = windows.go("b")
        #expect(!windows.lasts(try #require(firstGap)))
        #expect(windows.lasts(try #require(secondGap)))
    }

    @Test("that go before they are heard of never stay")
    func order() throws {
        var windows = OpenWindows()
        windows.come("a")
        let early = windows.go("b")
        windows.come("b")
        let last = windows.go("a")
        #expect(early == nil)
        #expect(last != nil)
    }

    @Test("have short names, and not too many")
    func bounds() throws {
        var windows = OpenWindows()
        windows.come(String(repeating: "x", count: 65))
        windows.come("")
        for number in 0..<2000 { windows.come("\(number)") }
        let gaps = (0..<1000).map { windows.go("\($0)") }
        #expect(gaps.dropLast().allSatisfy { $0 == nil })
        #expect(gaps.last.flatMap { $0 } != nil)
    }
}
