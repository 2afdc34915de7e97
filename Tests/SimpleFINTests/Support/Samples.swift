import Foundation
import SimpleFIN
import Testing

let bridgeAccess = "https://walt:pass-9Q@bridge.example/simplefin"
let emptyAnswer = #"{"errors":[],"accounts":[]}"#
let demoClaim = "https://bridge.example/claim/s3cret-7h1ng"

func accountSet(_ json: String) throws -> AccountSet {
    try AccountSet(decoding: Array(json.utf8))
}

/// The only account of an answer whose account has these further members.
func account(_ members: String, currency: String = "USD") throws -> BankAccount {
    try #require(try accountSet(answer(members, currency: currency)).accounts.first)
}

func answer(_ members: String, currency: String = "USD") -> String {
    """
    {"errlist":[],"connections":[],"accounts":[{"id":"A1","name":"Everyday",\
    "currency":"\(currency)","balance":"10.00",\(members)"conn_id":"C1"}]}
    """
}

/// The only transaction of an answer, with these members.
func transaction(_ members: String, currency: String = "USD") throws -> BankTransaction {
    let parent = try account("\"transactions\":[{\(members)}],", currency: currency)
    return try #require(parent.transactions.first)
}

/// What is rejected of an answer with one transaction of these members.
func rejectedTransaction(_ members: String) throws -> RejectedEntry {
    let set = try accountSet(answer("\"transactions\":[{\(members)}],"))
    try #require(set.rejected.count == 1)
    #expect(set.accounts.first?.transactions == [])
    return set.rejected[0]
}

func base64(_ text: String) -> String {
    Data(text.utf8).base64EncodedString()
}

/// The error that a call throws, or nil.
func failure(of call: () throws -> some Any) -> SimpleFINError? {
    do {
        _ = try call()
        return nil
    } catch {
        return error as? SimpleFINError
    }
}
