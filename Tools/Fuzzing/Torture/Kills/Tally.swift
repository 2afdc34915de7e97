/// What the kills hit.
struct Tally {
    private(set) var kills = 0
    /// Commands that were done before their kill came.
    var survivors = 0
    /// Claims whose answer a kill kept from the disk.
    var claimsCutOff = 0
    private var killsOfCommands: [String: Int] = [:]
    private var storedBeforeKill = 0

    mutating func killed(_ command: String, hadStored: Bool) {
        kills += 1
        killsOfCommands[command, default: 0] += 1
        if hadStored { storedBeforeKill += 1 }
    }

    var text: String {
        let commands = killsOfCommands.sorted { $0.key < $1.key }
            .map { "  \($0.key): \($0.value)" }
        return
            (["\(kills) kills, \(survivors) commands ended before theirs"] + commands + [
                "  \(storedBeforeKill) came when all was stored and nothing said yet",
                "  \(claimsCutOff) came between the bank's answer to a claim and the disk",
            ]).joined(separator: "\n")
    }
}
