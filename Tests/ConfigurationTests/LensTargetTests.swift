import Configuration
import Model
import Testing

@Suite("config/lens.toml")
struct LensTargetTests {
    @Test("is 50, 30 and 20 percent as shipped")
    func shipped() throws {
        let targets = try ShippedFiles.configuration().lensTargets()
        #expect(Lens.allCases.map { targets[$0] } == [50, 30, 20])
    }

    @Test("may say anything that makes 100")
    func own() throws {
        let files = try ShippedFiles.configuration(
            replacing: ["lens.toml": "need = 60\nwant = 40\nsaving = 0\n"])
        let targets = try files.lensTargets()
        #expect(Lens.allCases.map { targets[$0] } == [60, 40, 0])
    }

    @Test(
        "reports a mistake and its fix",
        arguments: [
            ("need = 60\nwant = 30\nsaving = 20\n", "percents that make 100"),
            ("need = 130\nwant = -50\nsaving = 20\n", "percents that make 100"),
            ("need = 9223372036854775807\nwant = 1\nsaving = 1\n", "percents that make 100"),
            ("need = 50\nwant = 50\n", "\"saving\" is missing"),
            ("need = 50.5\nwant = 29.5\nsaving = 20\n", "\"need\" must be a whole number"),
            ("need = 50\nwant = 30\nsaving = 20\nfun = 0\n", "unknown setting \"fun\""),
        ])
    func mistakes(text: String, message: String) throws {
        let files = try ShippedFiles.configuration(replacing: ["lens.toml": text])
        let error = #expect(throws: ConfigurationError.self) { try files.lensTargets() }
        #expect(error?.file == "config/lens.toml")
        #expect(error?.message.contains(message) == true)
    }
}
