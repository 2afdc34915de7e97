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

    @Test("calls nothing private in a vault that it can't look into")
    func ofAnother() async throws {
        let scenario = try Scenario()
        _ = try await scenario.run("ghostvault init && chmod 0 vault")
        // The superuser could look into it.
        let examined = try await scenario.run(
            """
            if [ $(id -u) = 0 ]; then
                drop='setpriv --bounding-set -dac_override,-dac_read_search'
            fi
            $drop ghostvault doctor
            """)
        #expect(examined.output.contains("✗ privacy"), "\(examined.output)\(examined.errors)")
        #expect(!examined.output.contains("✓ privacy"))
        _ = try await scenario.run("chmod 700 vault")
        try await scenario.close()
    }
}
