import Testing

@testable import Platform

@Suite("The versions of the system")
struct SystemVersionsTests {
    @Test(
        "have the distribution and its version, and nothing that a person wrote",
        arguments: [
            ("NAME=\"Debian GNU/Linux\"\nVERSION_ID=\"12\"\nID=debian\n", "debian 12"),
            ("ID='ubuntu'\nVERSION_ID='24.04'\nHOME_URL=https://example.com\n", "ubuntu 24.04"),
            ("ID=arch\n", "arch"), ("", "unknown"),
            ("ID=\"a b/c\"\nVERSION_ID=1 of Sam\n", "abc 1"),
        ])
    func distribution(file: String, words: String) {
        #expect(SystemVersions.distribution(file) == words)
    }

    @Test(
        "of a kernel end before the name of its build",
        arguments: [
            ("6.1.0-18-amd64", "6.1.0"), ("6.6.87.2-microsoft-standard-WSL2", "6.6.87.2"), ("", ""),
        ])
    func kernel(release: String, version: String) {
        #expect(SystemVersions.version(release) == version)
    }
}
