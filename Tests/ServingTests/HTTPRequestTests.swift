import Serving
import Testing

@Suite("A request of HTTP")
struct HTTPRequestTests {
    @Test("has a path, a query and fields")
    func parts() throws {
        let head = "GET /a%20b?period=last+week&q=%3E5&q&x=%zz HTTP/1.1\r\nHost: h\r\nX-Y:  z"
        let request = try #require(HTTPRequest(head: Array(head.utf8)))
        #expect(request.method == "GET" && request.path == "/a b")
        #expect(request.query.map(\.name) == ["period", "q", "q", "x"])
        #expect(request.query.map(\.value) == ["last week", ">5", "", "%zz"])
        #expect(request["host"] == "h" && request["x-y"] == "z" && request["none"] == nil)
    }

    @Test("has no value for a field that occurs twice")
    func twice() throws {
        let head = "GET / HTTP/1.1\r\nHost: a\r\nHOST: b"
        let request = try #require(HTTPRequest(head: Array(head.utf8)))
        #expect(request.has("host") && request["host"] == nil)
    }

    @Test(
        "is none if two readers could understand it differently",
        arguments: [
            "", "GET / HTTP/1.1\r\n Host: h", "GET / HTTP/1.1\r\nHost : h", "GET  / HTTP/1.1",
            "GET / HTTP/2", "GET http://h/ HTTP/1.1", "GET /", "GET / HTTP/1.1\nHost: h",
            "GET / HTTP/1.1\rHost: h", "GET / HTTP/1.1\r\nHost: a\nX: b",
            "GET / HTTP/1.1\r\nHost: a\rX: b", "GET /\u{0} HTTP/1.1", "GET / HTTP/1.1\r\nno field",
            "GET / HTTP/1.1\r\n: x", " / HTTP/1.1", "GET / HTTP/1.1 x",
        ])
    func unclear(head: String) {
        #expect(HTTPRequest(head: Array(head.utf8)) == nil)
    }
}
