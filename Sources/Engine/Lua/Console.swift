public import Classification

extension Engine {
    /// Opens a Lua prompt over the vault's transactions, as they are concluded
    /// now; nothing is stored.
    public func withConsole<Result>(_ body: (LuaConsole) throws -> Result) throws -> Result {
        let setup = try passSetup()
        return try LuaConsole.open(
            over: try snapshot(for: setup), classifier: setup.classifier,
            library: setup.library.library, on: scripts, body)
    }
}
