/// Frames of a month that a person has looked at. Of lines that are the same one is here.
enum Frames {
    static let plain = [
        "80×24": """
        November 2026   in 7,380.70   out 6,780.91   net +599.79 USD
        ──────────────────────────┬─────────────────────────────────────────────────────
        Accounts                  │4 transactions                                    1/4
        • All accounts            │> pending Chipotle                  -64.18 dining
          Bank accounts           │  11-25   寿司レストラン東…         -12.00 transport…
          Everyd… (4471) 34,377.21│  11-24   evil␛[2J shop      -1,234,567.89 other?
          寿司 Savings        7.00│  11-22   Acme Robotics           2,612.01 income
          Liabilities             │
          Cash R… (8820) -1,999.27│
                                  │
        ? keys  q quit  / filter  c category  e explain  u undo  ←→ month  t transfer
        """,
        "120×40": """
        November 2026   in 7,380.70   out 6,780.91   net +599.79 USD
        ────────────────────────────────────┬───────────────────────────────────────────────────────────────────────────────────
        Accounts                            │4 transactions                                                                  1/4
        • All accounts                      │> pending Chipotle                                            -64.18 dining
          Bank accounts                     │  11-25   寿司レストラン東京駅前店の長い名前です              -12.00 transportation
          Everyday Checking (4471) 34,377.21│  11-24   evil␛[2J shop                                -1,234,567.89 other?
          寿司 Savings                  7.00│  11-22   Acme Robotics                                     2,612.01 income
          Liabilities                       │
          Cash Rewards Visa (8820) -1,999.27│
                                            │
        ────────────────────────────────────┴───────────────────────────────────────────────────────────────────────────────────
        Chipotle  -64.18 USD  2026-11-25
        account      Cash Rewards Visa (8820)
        description  CHIPOTLE ONLINE 1187 MADISON WI

        class     expense  Default: no stage decided, and money went out
        category  dining   Dining, merchant code (category-map.toml)

        ? keys  q quit  / filter  c category  e explain  u undo  ←→ month  t transfer  i ignore  a all time  n note  # tag
        """,
        "60×20": """
        November 2026   in 7,380.70   out 6,780.91   net +599.79 USD
        ────────────────────────────────────────────────────────────
        4 transactions                                           1/4
        > pending Chipotle                     -64.18 dining
          11-25   寿司レストラン東京駅…        -12.00 transportation
          11-24   evil␛[2J shop         -1,234,567.89 other?
          11-22   Acme Robotics              2,612.01 income

        ? keys  q quit  / filter  c category  e explain  u undo
        """,
        "40×12": """
        November 2026   net +599.79 USD
        ────────────────────────────────────────
        4 transactions                       1/4
        > pending Chipotle                -64.18
          11-25   寿司レストラン…         -12.00
          11-24   evil␛[2J shop    -1,234,567.89
          11-22   Acme Robotics         2,612.01

        ? keys  q quit  / filter  c category
        """,
    ]

    static let opened = [
        "/": """
        November 2026   in 7,380.70   out 6,780.91   net +599.79 USD
        ──────────────────────────┬─────────────────────────────────────────────────────
        Accounts                  │4 transactions                                    1/4
        • All accounts            │> pending Chipotle                  -64.18 dining
          Bank accounts           │  11-25   寿司レストラン東…         -12.00 transport…
          Everyd… (4471) 34,377.21│  11-24   evil␛[2J shop      -1,234,567.89 other?
          寿司 Savings        7.00│  11-22   Acme Robotics           2,612.01 income
          Liabilities             │
          Cash R… (8820) -1,999.27│
                                  │
        Filter:
        """,
        "cg": """
        November 2026   in 7,380.70   out 6,780.91   net +599.79 USD
        ────────────────────────────────────────────────────────────────────────────────
        > Groceries
          Gifts presents
          Dining

        Category: g
        """,
        "n": """
        November 2026   in 7,380.70   out 6,780.91   net +599.79 USD
        ──────────────────────────┬─────────────────────────────────────────────────────
        Accounts                  │4 transactions                                    1/4
        • All accounts            │> pending Chipotle                  -64.18 dining
          Bank accounts           │  11-25   寿司レストラン東…         -12.00 transport…
          Everyd… (4471) 34,377.21│  11-24   evil␛[2J shop      -1,234,567.89 other?
          寿司 Savings        7.00│  11-22   Acme Robotics           2,612.01 income
          Liabilities             │
          Cash R… (8820) -1,999.27│
                                  │
        Note:
        """,
        "?": """
        November 2026   in 7,380.70   out 6,780.91   net +599.79 USD
        ────────────────────────────────────────────────────────────────────────────────
        q, Control-C    quit
        Enter, c        set the category
        e               the whole explanation
        t, i            a transfer; ignore it
        n, #            add a note; a tag
        u               undo what was done here
        /, Escape       filter; show all again
        ←→, [ ]         the month before; after
        a               all time; the month
        Tab             accounts; transactions
        ↑↓, k j         up; down
        PgUp, PgDn      a page up; down
        Home, End, g G  the first; the last
        In a filter     words, >50, 5..9, #tag

        Any key goes back.
        """,
        "e": """
        November 2026   in 7,380.70   out 6,780.91   net +599.79 USD
        ────────────────────────────────────────────────────────────────────────────────
        Chipotle  -64.18 USD  2026-11-25
        account      Cash Rewards Visa (8820)
        description  CHIPOTLE ONLINE 1187 MADISON WI

        class     expense  Default: no stage decided, and money went out
        category  dining   Dining, merchant code (category-map.toml)

        Any key goes back.
        """,
        "\t": """
        November 2026   in 7,380.70   out 6,780.91   net +599.79 USD
        ──────────────────────────┬─────────────────────────────────────────────────────
        Accounts                  │4 transactions                                    1/4
        > All accounts            │• pending Chipotle                  -64.18 dining
          Bank accounts           │  11-25   寿司レストラン東…         -12.00 transport…
          Everyd… (4471) 34,377.21│  11-24   evil␛[2J shop      -1,234,567.89 other?
          寿司 Savings        7.00│  11-22   Acme Robotics           2,612.01 income
          Liabilities             │
          Cash R… (8820) -1,999.27│
                                  │
        ? keys  q quit  / filter  c category  e explain  u undo  ←→ month  t transfer
        """,
    ]

    static let ascii = """
        November 2026   in 7,380.70   out 6,780.91   net +599.79 USD
        --------------------------+-----------------------------------------------------
        Accounts                  |4 transactions                                    1/4
        * All accounts            |> pending Chipotle                  -64.18 dining
          Bank accounts           |  11-25   ???????????????...        -12.00 transpo...
          Ever... (4471) 34,377.21|  11-24   evil^[[2J shop     -1,234,567.89 other?
          ???? Savings        7.00|  11-22   Acme Robotics           2,612.01 income
          Liabilities             |
          Cash... (8820) -1,999.27|
                                  |
        ? keys  q quit  / filter  c category  e explain  u undo  <--> month  t transfer
        """
}
