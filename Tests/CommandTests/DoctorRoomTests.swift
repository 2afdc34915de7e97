import Testing

@Suite("ghostvault doctor where nothing more can be written", .inTurns)
struct DoctorRoomTests {
    @Test("says so, and leaves nothing")
    func noRoom() async throws {
        let scenario = try Scenario()
        _ = try await scenario.run("ghostvault init")
        let before = try await scenario.run("ls -A vault")
        // Files may have 128 KiB; beyond that a write fails as on a full disk.
        let examined = try await scenario.run(
            "trap '' XFSZ; ulimit -f 256; exec ghostvault doctor")
        #expect(examined.exitCode != 0)
        #expect(!examined.output.contains("✓ writing"))
        #expect(examined.output.contains("File too large"))
        #expect(try await scenario.run("ls -A vault").output == before.output)
        let well = try await scenario.run("ghostvault doctor")
        #expect(well.output.contains("✓ writing"))
        try await scenario.close()
    }
}
