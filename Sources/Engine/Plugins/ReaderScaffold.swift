/// The files of a new plugin that reads a bank's files: a small one that works.
struct ReaderScaffold {
    /// A valid name.
    let name: String

    var files: [(path: String, text: String)] {
        [("plugin.lua", plugin), ("tests.lua", tests), ("README.md", readme)]
    }

    private var plugin: String {
        """
        local cells = require("ghostvault.cells")

        plugin {
            name = "\(name)",
            version = "0.1.0",
            summary = "Reads the statements of My Bank.",

            -- Which files it reads: those that have this text near the beginning, and these headings
            -- in one of the first rows. One of both is enough.
            reads = { text = "MY BANK", headings = { "Date", "Text", "Amount" } },

            -- Called with such a file, which has all its lines, and the rows below the headings. What
            -- it calls "transaction" with is imported. A row without a day or an amount is left out,
            -- and its line is named.
            read = function(file)
                account { id = file.lines[1]:match("%d+"), bank = "My Bank", currency = "EUR" }
                for _, row in ipairs(file.rows) do
                    transaction {
                        line = row.line,
                        day = cells.day(row.Date, "day-first"),
                        amount = cells.amount(row.Amount),
                        description = row.Text,
                    }
                end
            end,
        }

        """
    }

    private var tests: String {
        """
        test {
            name = "rows are transactions, and others are left out",
            file = [[
        MY BANK, account 4711
        Date;Text;Amount
        03.02.2026;Corner Shop;-4,50
        04.02.2026;Pay;1.210,00
        ;Balance brought forward;
        ]],
            reads = {
                { day = "2026-02-03", amount = -4.50, description = "Corner Shop", account = "4711" },
                { day = "2026-02-04", amount = 1210, description = "Pay" },
            },
            unreadable = { 5 },
        }

        """
    }

    private var readme: String {
        """
        # \(name)

        Reads the statements of My Bank.

        Put some lines of a real file into `tests.lua`, with made-up names and amounts, and change `plugin.lua`
        until the test passes.

        ```sh
        ghostvault plugins test \(name)      # run tests.lua
        ghostvault plugins trust \(name)     # approve the files as they are now
        ghostvault plugins enable \(name)
        ghostvault import inspect FILE      # show what it reads
        ```

        """
    }
}
