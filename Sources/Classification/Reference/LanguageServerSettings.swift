/// Settings that make the Lua language server see what the sandbox sees.
struct LanguageServerSettings {
    let stubs: String

    /// JSON, as `.luarc.json` has it.
    var text: String {
        """
        {
            "runtime.version": "Lua 5.4",
            "runtime.builtin": {
        \(builtins)
            },
            "workspace.library": ["\(stubs)"],
            "workspace.checkThirdParty": false
        }

        """
    }

    /// Libraries that are not in the sandbox.
    private var builtins: String {
        [
            "bit", "bit32", "coroutine", "debug", "ffi", "io", "jit", "os", "package",
            "table.clear", "table.new",
        ]
        .map { "        \"\($0)\": \"disable\"" }.joined(separator: ",\n")
    }
}
