/// The text that banks and card networks put around merchants' names, from
/// `config/payees.toml`. Case doesn't matter in any of it.
public struct PayeeWords: Hashable, Sendable {
    /// Bank text before a name ("POS DEBIT").
    public var prefixes: [String]
    /// Text before a person's name ("ZELLE TO").
    public var personPrefixes: [String]
    /// Payment services, as written before a star ("SQ" in "SQ *BLUE HERON").
    public var services: [String]
    /// Payment services written before another name without a star.
    public var bareServices: [String]
    /// Services that add the branch after a dash ("TST* IANS - STATE ST").
    public var servicesWithBranches: [String]
    /// Beginnings of the part after a name that is specific to one payment
    /// ("WEB ID").
    public var endings: [String]
    /// Words after a name about how or why it was paid ("AUTOPAY").
    public var trailing: [String]
    /// Words that belong to the number after them ("STORE 0412").
    public var beforeNumbers: [String]
    /// Words before a card's last four digits, to which a name may be attached
    /// ("CARD 1234ALDI").
    public var beforeCardDigits: [String]
    /// Words before the code of a payment to a person ("SEND E-TFR ***aB3").
    public var beforeCodes: [String]
    /// Words that form a name with a number of up to three digits ("STUDIO 54").
    public var numbered: [String]
    /// Words that are not a name even on their own ("DEPOSIT").
    public var nameless: [String]
    /// Codes of currencies ("EUR").
    public var currencies: [String]
    /// Legal forms ("LLC").
    public var legalForms: [String]
    public var cities: [String]
    /// Codes of states and provinces.
    public var states: [String]
    /// The ``states`` that are also words or parts of names ("OR").
    public var ambiguousStates: [String]
    /// Country codes.
    public var countries: [String]
    /// Words that stay in capitals ("USPS").
    public var capitals: [String]
    /// Words without a vowel that are not written in capitals ("ST").
    public var abbreviations: [String]
    /// Words in lower case within a name ("OF").
    public var smallWords: [String]
    /// Synonyms: each word with its variants after it ("TRANSFER", "XFER").
    public var sameWords: [[String]]
    /// Beginnings of texts about a bank's own interest and fees ("INTEREST
    /// CHARGE"): their payee is the bank.
    public var bankTexts: [String]
    public var knownPayees: [KnownPayee]
    public var layouts: [Layout]

    /// The layout of texts that introduce the name with words of their own.
    public struct Layout: Hashable, Sendable {
        /// The beginnings of such texts ("FEDWIRE CREDIT").
        public var beginnings: [String]
        /// The text before the name, the most reliable first ("B/O").
        public var beforeName: [String]
        public var behindName: [String]

        public init(beginnings: [String], beforeName: [String], behindName: [String] = []) {
            self.beginnings = beginnings
            self.beforeName = beforeName
            self.behindName = behindName
        }
    }

    /// A merchant with several spellings.
    public struct KnownPayee: Hashable, Sendable {
        /// The name as a person would write it.
        public var name: String
        /// Names that identify it if nothing else is left of a text.
        public var spellings: [String]
        /// Words that identify it whatever follows them.
        public var beginnings: [String]

        public init(name: String, spellings: [String] = [], beginnings: [String] = []) {
            self.name = name
            self.spellings = spellings
            self.beginnings = beginnings
        }
    }

    public init(
        prefixes: [String] = [], personPrefixes: [String] = [], services: [String] = [],
        bareServices: [String] = [],
        servicesWithBranches: [String] = [], endings: [String] = [], trailing: [String] = [],
        beforeNumbers: [String] = [], beforeCardDigits: [String] = [], beforeCodes: [String] = [],
        numbered: [String] = [],
        nameless: [String] = [], currencies: [String] = [],
        legalForms: [String] = [],
        cities: [String] = [], states: [String] = [], ambiguousStates: [String] = [],
        countries: [String] = [], capitals: [String] = [], abbreviations: [String] = [],
        smallWords: [String] = [], sameWords: [[String]] = [], bankTexts: [String] = [],
        knownPayees: [KnownPayee] = [], layouts: [Layout] = []
    ) {
        self.prefixes = prefixes
        self.personPrefixes = personPrefixes
        self.services = services
        self.bareServices = bareServices
        self.servicesWithBranches = servicesWithBranches
        self.endings = endings
        self.trailing = trailing
        self.beforeNumbers = beforeNumbers
        self.beforeCardDigits = beforeCardDigits
        self.beforeCodes = beforeCodes
        self.numbered = numbered
        self.nameless = nameless
        self.currencies = currencies
        self.legalForms = legalForms
        self.cities = cities
        self.states = states
        self.ambiguousStates = ambiguousStates
        self.countries = countries
        self.capitals = capitals
        self.abbreviations = abbreviations
        self.smallWords = smallWords
        self.sameWords = sameWords
        self.bankTexts = bankTexts
        self.knownPayees = knownPayees
        self.layouts = layouts
    }
}
