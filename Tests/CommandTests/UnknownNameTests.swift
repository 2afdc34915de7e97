import Testing

@Suite("A name that nothing has", .inTurns)
struct UnknownNameTests {
    private static let commands = [
        "explain nothinghere", "explain 999999", "explain 1 --rule nope",
        "transactions --category nope", "transactions --payee nope", "transactions --account nope",
        "transactions --rule nope", "transactions set 1 --category nope",
        "transactions set 999999 --category dining", "transactions split 1 nope=1 dining",
        "spending nope", "spending --category nope", "accounts rename nope x",
        "accounts show nope", "accounts hide nope", "accounts hide --bank nope",
        "accounts history nope", "accounts holdings nope", "accounts interest nope",
        "accounts merge nope nada", "accounts minimum nope 5",
        "sync --connection nope", "connections rename nope x", "connections remove nope --yes",
        "connections secure nope",
        "recurring show nope", "recurring confirm nope", "recurring note nope x",
        "payees alias nope x", "payees unalias nope", "loans nope", "view nope", "docs nope",
        "rules show nope", "rules remove nope", "rules edit nope", "rules enable nope",
        "rules move nope --before nada", "plugins show nope", "plugins enable nope",
        "categories change nope --name x", "categories remove nope", "automation retry h99",
        "automation dismiss a99", "automation forget nope", "automation key nope", "undo 99999",
        "redo 99999",
    ]

    @Test("has one exit code, 1, in every command")
    func exitCode() async throws {
        let scenario = try Scenario()
        try await scenario.startBank(" --months 1")
        let made = try await scenario.run(
            """
            ghostvault connect --token-file token --allow-http-on-loopback
            """)
        #expect(made.exitCode == 0, "\(made.errors)")
        for command in Self.commands {
            let finished = try await scenario.run("ghostvault \(command)")
            #expect(finished.exitCode == 1, "\(command): \(finished.errors)")
            #expect(finished.errors.hasPrefix("ghostvault: "), "\(command): \(finished.errors)")
        }
        try await scenario.close()
    }
}
