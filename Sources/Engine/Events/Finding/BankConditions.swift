internal import Automation
internal import Vault

/// Banks of which the last sync told something: `bank_needs_attention`.
struct BankConditions {
    let look: EventLook

    func holding() throws -> [HoldingCondition] {
        var names: [Int64: String] = [:]
        for connection in try look.vault.connections() { names[connection.id] = connection.name }
        return try look.vault.institutionHealth().compactMap { bank in
            guard let connection = names[bank.connection], let message = bank.messages.first
            else { return nil }
            return HoldingCondition(
                subject: "bank \(bank.id)",
                content: .bank(
                    EventBank(name: bank.name, connection: connection, message: message.text)))
        }
    }
}
