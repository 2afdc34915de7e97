import Engine
import Terminal
import Vault

struct ConnectionsView {
    let screen: Screen
    let engine: Engine

    func show() throws {
        let connections = try engine.vault.connections()
        guard !connections.isEmpty else {
            try screen.print("No connections yet. \"ghostvault connect\" makes one.")
            return
        }
        var table = Table(columns: [
            .init("connection", isFlexible: true), .init("bridge", isFlexible: true),
            .init("access URL"), .init("accounts", alignment: .trailing), .init("last sync"),
            .init("requests left"),
        ])
        for connection in connections {
            let last = try engine.vault.lastAnsweredSync(connection: connection.id)
            table.add(
                .init(connection.name), .init(bridge(of: connection), .muted),
                .init(try place(of: connection), .muted),
                .init("\(try accounts(of: connection))"),
                .init(
                    last.map { Elapsed.text(seconds: engine.elapsed(since: $0.startedAt)) } ?? "",
                    .muted),
                .init(
                    connection.kind == .simplefin
                        ? "\(try engine.requestsLeft(connection))/\(SyncPlan.requestsADay)" : ""))
        }
        try screen.print(table)
    }

    func showJSON() throws {
        var json = JSONWriter(.pretty, to: screen.output)
        let connections = try engine.vault.connections()
        let entries = try connections.map { connection in
            (
                connection: connection, secret: try engine.secretPlace(of: connection),
                accounts: try accounts(of: connection),
                last: try LastSyncs(of: connection, in: engine),
                left: try engine.requestsLeft(connection)
            )
        }
        json.array { list in
            for entry in entries {
                list.object { object in
                    object.field("id", entry.connection.id)
                    object.field("name", entry.connection.name)
                    object.field("kind", entry.connection.kind.rawValue)
                    object.field("bridge", engine.host(of: entry.connection))
                    object.field("secret", entry.secret?.rawValue)
                    object.field("accounts", entry.accounts)
                    object.write(entry.last)
                    object.field(
                        "requests_left", entry.connection.kind == .simplefin ? entry.left : nil)
                }
            }
        }
        try json.flush()
    }

    private func accounts(of connection: Connection) throws -> Int {
        try engine.vault.accounts().filter { $0.connection == connection.id }.count
    }

    private func bridge(of connection: Connection) -> String {
        connection.kind == .file ? "files" : engine.host(of: connection) ?? ""
    }

    private func place(of connection: Connection) throws -> String {
        guard connection.kind == .simplefin else { return "" }
        return switch try engine.secretPlace(of: connection) {
        case .service: "secret service"
        case .keychain: "Keychain"
        case .file: "file"
        case nil: "missing"
        }
    }
}
