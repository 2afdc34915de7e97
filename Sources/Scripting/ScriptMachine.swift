/// The engine behind a sandbox: a Lua state in this process, or one in a worker.
protocol ScriptMachine: AnyObject {
    var bytesInUse: Int { get }
    /// The steps of all finished calls.
    var stepsTaken: Int64 { get }
    var hasPrinted: Bool { get }

    func countEveryStep(_ counts: Bool)

    /// - Returns: the number of leaked bytes.
    func close() -> Int

    func load(_ source: [UInt8], _ chunkName: String) throws(ScriptError) -> [Declaration]
    func call(_ function: ScriptFunction, on record: RecordBuffer) throws(ScriptError)
        -> ScriptValue
    func ask(
        _ questions: UnsafeBufferPointer<ScriptQuestion>, on record: RecordBuffer,
        answers: UnsafeMutablePointer<Bool>
    ) -> ScriptStop?
    func answers(
        of function: ScriptFunction, on record: RecordBuffer, ofRows rows: Range<Int>
    ) -> [Result<ScriptAnswer, ScriptError>]
    func decisions(of function: ScriptFunction, over view: LuaView) throws(ScriptError)
        -> [ScriptDecision]
    /// - Parameter answer: gets the number of a query word, and its value.
    func tell(
        _ function: ScriptFunction, _ told: ScriptTelling,
        answering answer: (Int, ScriptValue) -> ScriptQueryAnswer
    ) throws(ScriptError) -> ScriptReply
    func setContext(_ value: ScriptValue) throws(ScriptError)
    func evaluate(_ source: [UInt8], _ chunkName: String, over view: LuaView?) throws(ScriptError)
        -> ScriptEvaluation

    func hasRead(field: Int) -> Bool
    func takeOutput() -> [ScriptOutput]
    func mapHits() -> [[Int]]
}
