/// What a sandbox tells of the scripts that ran in it, beside what they returned.
extension Sandbox {
    /// Hands over what scripts printed since the last time, at most as much as
    /// the limits allow.
    ///
    /// - Returns: The lines in their order. Where something was left out, the
    ///   last line says so.
    public func takeOutput() -> [ScriptOutput] {
        isClosed ? [] : machine.takeOutput()
    }

    /// Whether there is something to hand over of what scripts printed.
    public var hasPrinted: Bool { !isClosed && machine.hasPrinted }

    /// For how many records functions found each entry of each map, in the
    /// order of the library and of the map's entries. However often a function
    /// looks for one, its record counts once, and so it does for several calls
    /// in a row. Empty once closed.
    public func mapHits() -> [[Int]] {
        isClosed ? [] : machine.mapHits()
    }

    /// A number of all that functions keep between calls, in variables outside
    /// of them and in tables: it is the same again where nothing of that
    /// changed. Nil where there is too much of it to be looked at.
    ///
    /// - Complexity: linear in what is kept, some 30 ns for each value.
    public func keptState() -> UInt64? { isClosed ? nil : machine.keptState() }

    /// Whether a script has read a field of a record, or copied a record.
    ///
    /// - Parameter field: its position in the layout.
    public func hasRead(field: Int) -> Bool { !isClosed && machine.hasRead(field: field) }

    /// The memory that the sandbox holds now, in bytes, garbage included.
    public var bytesInUse: Int { isClosed ? 0 : machine.bytesInUse }

    /// Runs something and tells how many steps its calls took, counting every
    /// single one, which makes them many times slower.
    ///
    /// - Returns: what `body` returned, and the steps; 0 once closed.
    public func countingSteps<Result>(_ body: () throws -> Result) rethrows -> (Result, Int) {
        guard !isClosed else { return (try body(), 0) }
        machine.countEveryStep(true)
        defer { machine.countEveryStep(false) }
        let before = machine.stepsTaken
        let result = try body()
        return (result, Int(clamping: machine.stepsTaken - before))
    }
}
