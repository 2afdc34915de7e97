/// The files that a new plugin begins with: a small one that works.
struct PluginScaffold {
    /// A valid name.
    let name: String

    var files: [(path: String, text: String)] {
        [("plugin.lua", plugin), ("tests.lua", tests), ("README.md", readme)]
    }

    private var plugin: String {
        """
        plugin {
            name = "\(name)",
            version = "0.1.0",
            summary = "Tags purchases above an amount.",
            decides = { "tags" },

            settings = {
                above = {
                    type = "number",
                    default = 500,
                    at_least = 0,
                    help = "Purchases that cost more than this get the tag.",
                },
                tag = { type = "text", default = "large", help = "The tag that they get." },
            },

            -- Asked about each transaction. What it returns is what it decides; nothing means that
            -- it has no opinion. The text says why, and is shown by "ghostvault explain".
            classify = function(tx, ctx)
                if tx.amount < -ctx.settings.above then
                    return { tags = { ctx.settings.tag } }, "Costs more than the chosen amount"
                end
            end,
        }

        """
    }

    private var tests: String {
        """
        test {
            name = "a purchase above the amount gets the tag",
            transactions = {
                { description = "FURNITURE HOUSE", amount = -900, gets = { tags = { "large" } } },
            },
        }

        test {
            name = "the amount itself is not above it, and income is no purchase",
            settings = { above = 100 },
            transactions = {
                { description = "SHOE SHOP", amount = -100, gets = { tags = {} } },
                { description = "PAYROLL", amount = 3000, gets = { tags = {} } },
            },
        }

        """
    }

    private var readme: String {
        """
        # \(name)

        Tags purchases above an amount, so that they are easy to find again.

        | setting | default | what it is for |
        | --- | --- | --- |
        | `above` | 500 | Purchases that cost more than this get the tag. |
        | `tag` | large | The tag that they get. |

        ```sh
        ghostvault plugins test \(name)      # run tests.lua
        ghostvault plugins trust \(name)     # approve the files as they are now
        ghostvault plugins enable \(name)
        ghostvault apply-rules
        ```

        """
    }
}
