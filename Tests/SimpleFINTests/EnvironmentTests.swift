import Foundation
import SimpleFIN
import TestServers
import Testing

@Suite("From the environment")
struct EnvironmentTests {
    private func client(_ environment: [String: String], plain: Bool = false) -> Client {
        let policy = NetworkPolicy(allowsPlainHTTPOnLoopback: plain, totalTimeout: .seconds(20))
        return Client(
            transport: CurlTransport(policy: policy, environment: environment), policy: policy,
            retries: .none)
    }

    // MARK: Proxies

    @Test(
        "comes the proxy, which sees neither credentials nor what is asked",
        arguments: ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"])
    func proxy(variable: String) throws {
        let proxy = try LoopbackServer([.status(502)])
        let client = client([variable: proxy.url("")])
        #expect(throws: SimpleFINError.self) {
            try client.accounts(Query(), AccessURL(bridgeAccess))
        }
        let asked = try #require(proxy.requests.first)
        #expect(asked.hasPrefix("CONNECT bridge.example:443 HTTP/1.1\r\n"))
        #expect(!asked.contains("uthorization"))
        #expect(!asked.contains("accounts"))
    }

    @Test("come the hosts that no proxy leads to", arguments: ["no_proxy", "NO_PROXY"])
    func noProxy(variable: String) throws {
        let proxy = try LoopbackServer([.status(502)])
        let server = try LoopbackServer([.raw("")])
        let client = client(["https_proxy": proxy.url(""), variable: "localhost,127.0.0.1"])
        let access = try AccessURL("https://walt:word@127.0.0.1:\(server.port)/")
        #expect(throws: SimpleFINError.self) { try client.accounts(Query(), access) }
        #expect(proxy.requests == [])
        #expect(server.requests.count == 1)
    }

    @Test("comes no proxy for a bridge on this machine without TLS")
    func loopback() throws {
        let proxy = try LoopbackServer([.status(502)])
        let server = try LoopbackServer([.status(200, emptyAnswer)])
        let client = client(
            ["https_proxy": proxy.url(""), "all_proxy": proxy.url("")], plain: true)
        let access = try AccessURL(server.url("/simplefin", user: "walt:word"))
        #expect(try client.accounts(Query(), access).accountSet.accounts == [])
        #expect(proxy.requests == [])
    }

    @Test("a missing proxy is not used")
    func noVariable() throws {
        let server = try LoopbackServer([.raw("")])
        let access = try AccessURL("https://walt:word@127.0.0.1:\(server.port)/")
        #expect(throws: SimpleFINError.self) { try client([:]).accounts(Query(), access) }
        #expect(server.requests.count == 1)
    }

    // MARK: Certificates

    /// The server's page is no answer, but it came: the certificate was trusted.
    @Test(
        "come the trusted certificates", .enabled(if: EncryptedServer.tool != nil),
        arguments: ["CURL_CA_BUNDLE", "SSL_CERT_FILE"])
    func trusted(variable: String) throws {
        let server = try EncryptedServer()
        let access = try AccessURL("https://walt:word@127.0.0.1:\(server.port)/")
        let client = client([variable: server.certificate])
        #expect(failure { try client.accounts(Query(), access) } == .notAnAnswer(.html))
    }

    @Test(
        "comes no trust in a certificate that nobody named",
        .enabled(if: EncryptedServer.tool != nil))
    func untrusted() throws {
        let server = try EncryptedServer()
        let access = try AccessURL("https://walt:word@127.0.0.1:\(server.port)/")
        #expect(
            failure { try client([:]).accounts(Query(), access) }
                == .cannotConnect(.untrustedCertificate, host: "127.0.0.1"))
    }

    @Test(
        "comes no trust in a certificate of another host",
        .enabled(if: EncryptedServer.tool != nil))
    func otherHost() throws {
        let server = try EncryptedServer()
        let access = try AccessURL("https://walt:word@localhost:\(server.port)/")
        let client = client(["SSL_CERT_FILE": server.certificate])
        #expect(
            failure { try client.accounts(Query(), access) }
                == .cannotConnect(.untrustedCertificate, host: "localhost"))
    }

    @Test("a file of certificates that cannot be read is named as the cause")
    func certificateFile() throws {
        let server = try LoopbackServer([.raw("")])
        let access = try AccessURL("https://w:p@127.0.0.1:\(server.port)/")
        let client = client(["SSL_CERT_FILE": "/nowhere/certificates.pem"])
        #expect(
            failure { try client.accounts(Query(), access) }
                == .cannotConnect(.certificateFile, host: "127.0.0.1"))
    }
}
