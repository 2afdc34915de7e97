extension Rule {
    /// What commands and decisions call the rule, unique among the rules of a
    /// vault: "stored-12", "rules/20-mine.lua:Rent",
    /// "category-map.toml:groceries/ALDI".
    public var reference: String {
        switch origin {
        case .shipped(let file), .vault(let file): "\(file):\(id)"
        case .stored, .lua: id
        }
    }
}
