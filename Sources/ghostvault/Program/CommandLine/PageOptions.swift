import ArgumentParser

/// The part of a list to show.
struct PageOptions: ParsableArguments {
    @Option(
        help: """
            Entries on a page. (default: \(usualLimit) at most; for programs all)
            """)
    var limit: Int?

    @Option(help: "The page, from 1. (default: 1)")
    var page: Int?

    /// With headings and totals, a page fits a terminal of 24 lines.
    static let usualLimit = 18

    /// - Parameter isAll: whether the command has `--all`.
    /// - Throws: `ValidationError`.
    func validate(isAll: Bool) throws {
        guard (1...1_000_000).contains(limit ?? 1), (1...1_000_000).contains(page ?? 1) else {
            throw ValidationError("--limit and --page must be from 1 to 1000000.")
        }
        guard !isAll || !isGiven else {
            throw ValidationError("Give --all, or --limit and --page, not both.")
        }
    }

    var isGiven: Bool { limit != nil || page != nil }

    /// - Parameters:
    ///   - isWhole: whether the whole list is shown unless a page is asked for.
    ///   - usual: the entries on a page unless the person says it.
    /// - Returns: nil for the whole list.
    func page(isWhole: Bool, usual: Int = usualLimit) -> Page? {
        guard isGiven || !isWhole else { return nil }
        let limit = limit ?? usual
        return Page(limit: limit, offset: ((page ?? 1) - 1) * limit)
    }

    mutating func clear() { (limit, page) = (nil, nil) }

    struct Page {
        let limit: Int
        /// The number of entries on the pages before.
        let offset: Int

        /// "1–18 of 95 transactions; --page 2 shows the next, --limit 95 shows them all".
        ///
        /// - Parameter shown: the number of entries on the page.
        func words(shown: Int, of count: Int, _ noun: String) -> String {
            let all = "--limit \(count) shows them all"
            let next = (offset + shown) / limit + 1
            return "\(offset + 1)–\(offset + shown) of \(Count.text(count, noun)); "
                + (offset + shown < count ? "--page \(next) shows the next, \(all)" : all)
        }
    }
}

/// The number of entries that a log lists.
struct ListLimit: ParsableArguments {
    @Option(help: "The number of entries to list.")
    var limit = 20

    func validate() throws {
        guard (1...1_000_000).contains(limit) else {
            throw ValidationError("--limit must be from 1 to 1000000.")
        }
    }
}
