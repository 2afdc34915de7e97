import Classification
import Testing

@Suite("A merchant that anybody knows")
struct PublicMerchantTests {
    @Test(
        "is a payee that is a brand as a whole, in plain letters",
        arguments: [
            ("Netflix", "Netflix"), ("NETFLIX", "Netflix"), ("Wendy's", "Wendys"),
            ("Costco", "Costco"),
        ])
    func names(payee: String, name: String) {
        #expect(PublicMerchants.name(of: payee) == name)
    }

    @Test(
        "is no person, word, part or other text",
        arguments: ["Emma", "Max", "Target", "Netflix Sam", "Netfl", "Sam Porter", "", "7-Eleven"])
    func others(payee: String) {
        #expect(PublicMerchants.name(of: payee) == nil)
    }
}
