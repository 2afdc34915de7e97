import Classification
import Engine
import Terminal

/// What is in a folder of Lua files: each with what it holds, and the ones that
/// have mistakes.
struct FolderTable {
    private(set) var table = Table(columns: [.init("file"), .init("holds")])

    /// - Parameters:
    ///   - count: of what the file declares.
    ///   - noun: what that is called, "rule".
    mutating func add(file: String, _ count: Int, _ noun: String, tests: Int) {
        var holds = Count.text(count, noun)
        if tests > 0 { holds += ", \(Count.text(tests, "test"))" }
        table.add(.init(file), .init(holds))
    }

    mutating func add(modules: [String], maps: [FolderMap], leftOut: [LeftOutFile]) {
        for module in modules { table.add(.init(module), .init("a module")) }
        for map in maps {
            table.add(.init(map.path), .init("a map of \(Count.text(map.rows, "row"))"))
        }
        for file in leftOut {
            table.add(
                .init(file.file, .negative),
                .init(Count.text(file.problems.count, "mistake"), .negative))
        }
    }
}
