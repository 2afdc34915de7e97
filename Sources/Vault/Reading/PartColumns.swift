/// What counts of a row of `transactions` with its `verdicts` and one of its `split_parts`, if it
/// has any, as SQL. The transaction decides what its parts leave open, and what is ignored.
enum PartColumns {
    static let amount = "coalesce(split_parts.amount, transactions.amount)"

    static let category = "coalesce(split_parts.category, verdicts.category)"

    static let `class` = """
        iif(verdicts.class = 'ignore', verdicts.class, coalesce(split_parts.class, verdicts.class))
        """

    static let lens = "iif(split_parts.position IS NULL, verdicts.lens, split_parts.lens)"

    static let loan = """
        coalesce(split_parts.loan, iif(split_parts.class IS NULL, verdicts.loan, NULL))
        """

    static let isExcluded = """
        (coalesce(verdicts.is_excluded, 0) OR coalesce(split_parts.is_excluded, 0))
        """

    /// Looks for parts only where there can be some.
    static let join = """
        LEFT JOIN split_parts ON split_parts.transaction_id
            = iif(verdicts.splits IS NULL, NULL, transactions.id)
        """
}
