import Testing

@Suite("A path that can't be used", .inTurns)
struct FileErrorTests {
    /// In a vault, where "file" is a file, "folder" a folder, and "folder/nowhere" missing.
    private static let commands = [
        "manual folder/nowhere/deeper", "manual file", "manual file/below",
        "import --format simplefin folder", "import --format simplefin nowhere",
        "import --format simplefin file/below",
        "rules try folder --on file", "rules try nowhere --on file", "rules try file --on folder",
        "rules try file --on nowhere", "rules try file --on file/below",
        "rules preview --file folder", "rules preview --file nowhere",
        "lua folder", "lua nowhere", "lua stubs --into file", "lua stubs --into file/below",
        "connect --token-file folder --yes", "connect --token-file nowhere --yes",
        "--vault file accounts", "--vault file/below accounts", "--vault nowhere accounts",
        "init --vault file", "init --vault file/below", "init --vault /proc/nowhere",
        "backup --vault nowhere", "backup --to nowhere", "backup --to file",
        "backup --to file/below", "backup check nowhere", "backup check file/below",
        "backup check folder", "backup restore nowhere --yes", "rules edit folder.lua",
        "plugins test folder/nowhere",
        "accounts --vault /proc",
        "export csv --output folder", "export csv --output nowhere/file",
        "export hledger --output file/below", "export hledger --live nowhere/file",
    ]

    @Test("is told in the program's own words, with an exit code", arguments: commands)
    func told(command: String) async throws {
        let scenario = try Scenario()
        let made = try await scenario.run(
            "ghostvault init && mkdir folder vault/rules/folder.lua && echo x >file")
        #expect(made.exitCode == 0, "\(made.errors)")
        let finished = try await scenario.run("EDITOR=false ghostvault \(command) </dev/null")
        #expect(finished.exitCode != 0, "\(finished.output)")
        let all = finished.output + finished.errors
        for raw in [
            "Error Domain", "CocoaError", "POSIXError", "NSCocoa", "NSPOSIX", "UserInfo", "Error:",
            "(null)",
        ] {
            #expect(!all.contains(raw), "\(all)")
        }
        // Each further line is a sentence, or a mistake after its place.
        for line in finished.errors.split(separator: "\n").dropFirst() {
            let text = line.drop { $0 == " " }
            #expect(
                text.first?.isLowercase == false || text.prefix { $0 != " " }.contains("/"),
                "\(all)")
        }
        #expect(
            finished.errors.hasPrefix("ghostvault: ") || finished.exitCode == 10, "\(all)")
        try await scenario.close()
    }

    @Test(
        "ends a backup command with the code of an unreadable file",
        arguments: [
            "backup --to nowhere", "backup --to file", "backup check nowhere",
            "backup restore nowhere --yes", "import nowhere.csv",
        ])
    func backupCode(command: String) async throws {
        let scenario = try Scenario()
        let finished = try await scenario.run(
            "ghostvault init >made && echo x >file && ghostvault \(command) </dev/null")
        #expect(finished.exitCode == 1, "\(finished.errors)")
        #expect(finished.errors.contains(command.contains("file") ? "/file" : "nowhere"))
        try await scenario.close()
    }

    @Test("names the file in the vault's own folder that a backup can't read")
    func fileInPlaceOfBackups() async throws {
        let scenario = try Scenario()
        let finished = try await scenario.run(
            "ghostvault init >made; rm -rf vault/backups; echo x >vault/backups; ghostvault backup")
        #expect(finished.exitCode == 4, "\(finished.errors)")
        #expect(finished.errors.contains("vault/backups"))
        #expect(!finished.errors.contains("CocoaError"))
        try await scenario.close()
    }
}
