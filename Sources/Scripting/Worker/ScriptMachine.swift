/// What runs the scripts of a sandbox: a state of Lua in this process, or one in a worker.
protocol ScriptMachine: AnyObject {
    var bytesInUse: Int { get }
    /// Of all calls that have ended.
    var stepsTaken: Int64 { get }
    var hasPrinted: Bool { get }

    func countEveryStep(_ counts: Bool)

    /// - Returns: the bytes that Lua did not give back.
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
    func requests(of function: ScriptFunction, toldOf value: ScriptValue) throws(ScriptError)
        -> [ScriptRequest]
    func setContext(_ value: ScriptValue) throws(ScriptError)
    func evaluate(_ source: [UInt8], _ chunkName: String, over view: LuaView?) throws(ScriptError)
        -> String

    func keptState() -> UInt64?
    func hasRead(field: Int) -> Bool
    func takeOutput() -> [ScriptOutput]
    func mapHits() -> [[Int]]
}
