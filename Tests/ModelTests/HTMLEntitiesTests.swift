import Model
import Testing

@Suite("Entities of HTML in texts")
struct HTMLEntitiesTests {
    @Test(
        "are what they stand for",
        arguments: [
            ("AT&amp;T WIRELESS", "AT&T WIRELESS"), ("BARNES &amp;amp; NOBLE", "BARNES & NOBLE"),
            ("MCDONALD&apos;S F1234", "MCDONALD'S F1234"),
            ("TRADER JOE&#039;S #55", "TRADER JOE'S #55"),
            ("H&AMP;M 0421", "H&M 0421"), ("JOE&#X27;S", "JOE'S"), ("JOE&#x2019;S", "JOE’S"),
            ("CAF&eacute; LUNA", "CAFé LUNA"), ("CAF&Eacute; LUNA", "CAFÉ LUNA"),
            ("K&ouml;ln &amp; Bonn", "Köln & Bonn"), ("&lt;b&gt;", "<b>"), ("A&nbsp;B", "A B"),
            ("&amp;amp;amp;amp;", "&"),
        ])
    func decoded(text: String, meant: String) {
        #expect(HTMLEntities.decoded(text) == meant)
    }

    @Test(
        "stay where they are none, or stand for what is no text",
        arguments: [
            "A & B", "A&B;", "AT&T; WIRELESS", "&nosuch;", "&;", "&#;", "&#x;", "&#xD800;",
            "&#99999999999;", "&#27;[2J", "&#0;", "&#x9b;", "&amp", "plain",
        ])
    func stays(text: String) {
        #expect(HTMLEntities.decoded(text) == text)
    }
}
