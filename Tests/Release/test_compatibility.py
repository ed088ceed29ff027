"""Tests of script/support/compatibility.py: which changes break a promise, and which do not."""
import copy
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "script", "support"))

import compatibility
import swift_api

REFERENCE = {"$ref": "#/components/schemas/Message"}
CONTRACT = {
    "methods": [{
        "name": "message.send", "x-roles": ["person", "observer"],
        "params": [{"name": "text", "required": True, "schema": {"type": "string", "maxLength": 100}},
                   {"name": "kind", "schema": {"type": "string", "enum": ["plain", "loud"]}}],
        "result": {"name": "message", "schema": REFERENCE}}],
    "x-notifications": [{
        "title": "MessagePosted", "x-roles": ["person"],
        "properties": {"method": {"const": "message.posted"}, "params": {
            "type": "object", "properties": {"message": REFERENCE}, "required": ["message"]}}}],
    "components": {"errors": {"NotFound": {}}, "schemas": {"Message": {
        "type": "object", "required": ["id"], "properties": {
            "id": {"type": "string"}, "text": {"type": "string"}, "replies": {"type": "array", "items": REFERENCE},
            "body": {"oneOf": [{"type": "object", "properties": {"kind": {"const": "text"}}, "required": ["kind"]}]}}}}},
}


class WireTests(unittest.TestCase):
    def breaks(self, change):
        new = copy.deepcopy(CONTRACT)
        change(new)
        return compatibility.Wire(CONTRACT, new).breaks()

    def test_the_same_contract_breaks_nothing(self):
        self.assertEqual(self.breaks(lambda new: None), [])

    def test_a_new_method_a_param_a_member_and_a_word_are_additions(self):
        def change(new):
            method = new["methods"][0]
            new["methods"].append({**copy.deepcopy(method), "name": "message.shout"})
            method["params"].append({"name": "photo", "schema": {"type": "string"}})
            method["params"][1]["schema"]["enum"].append("silent")
            method["x-roles"].append("app")
            new["components"]["schemas"]["Message"]["properties"]["sentAt"] = {"type": "string"}
            new["components"]["schemas"]["Message"]["properties"]["body"]["oneOf"].append({"type": "object", "properties": {"kind": {"const": "photo"}}})

        self.assertEqual(self.breaks(change), [])

    def test_a_removed_method_breaks(self):
        self.assertEqual(self.breaks(lambda new: new["methods"].pop()), ["the method message.send is gone"])

    def test_a_removed_notification_breaks(self):
        self.assertIn("message.posted", self.breaks(lambda new: new["x-notifications"].pop())[0])

    def test_a_role_that_a_method_refuses_breaks(self):
        self.assertEqual(self.breaks(lambda new: new["methods"][0]["x-roles"].remove("observer")),
                         ["the method message.send is closed to the role observer"])

    def test_a_removed_error_breaks(self):
        self.assertEqual(self.breaks(lambda new: new["components"]["errors"].clear()), ["the error NotFound is gone"])

    def test_a_removed_param_breaks_because_unknown_params_are_refused(self):
        self.assertEqual(self.breaks(lambda new: new["methods"][0]["params"].pop()), ["the param message.send.kind is gone"])

    def test_a_new_required_param_breaks(self):
        param = {"name": "photo", "required": True, "schema": {"type": "string"}}
        self.assertEqual(self.breaks(lambda new: new["methods"][0]["params"].append(param)),
                         ["the param message.send.photo is new and required"])

    def test_a_param_that_becomes_required_breaks(self):
        self.assertEqual(self.breaks(lambda new: new["methods"][0]["params"][1].update(required=True)),
                         ["the param message.send.kind is now required"])

    def test_a_param_that_becomes_optional_is_an_addition(self):
        self.assertEqual(self.breaks(lambda new: new["methods"][0]["params"][0].update(required=False)), [])

    def test_a_lower_maximum_of_a_param_breaks_and_a_higher_one_does_not(self):
        schema = lambda new: new["methods"][0]["params"][0]["schema"]
        self.assertEqual(self.breaks(lambda new: schema(new).update(maxLength=99)), ["message.send.text: maxLength was 100, and is 99"])
        self.assertEqual(self.breaks(lambda new: schema(new).update(maxLength=101)), [])
        self.assertEqual(self.breaks(lambda new: schema(new).pop("maxLength")), [])
        self.assertEqual(self.breaks(lambda new: schema(new).update(minLength=1)), ["message.send.text: minLength was absent, and is 1"])

    def test_a_removed_word_breaks(self):
        self.assertEqual(self.breaks(lambda new: new["methods"][0]["params"][1]["schema"]["enum"].remove("loud")),
                         ["message.send.kind: the word “loud” is gone"])

    def test_a_removed_member_of_an_answer_breaks_in_the_result_and_in_the_notification(self):
        found = self.breaks(lambda new: new["components"]["schemas"]["Message"]["properties"].pop("text"))
        self.assertEqual(found, ["message.send result: the member text is gone"])

    def test_a_member_of_an_answer_that_can_be_missing_breaks(self):
        self.assertIn("message.send result: the member id can be missing now",
                      self.breaks(lambda new: new["components"]["schemas"]["Message"]["required"].clear()))

    def test_a_member_of_an_answer_that_is_always_present_is_an_addition(self):
        self.assertEqual(self.breaks(lambda new: new["components"]["schemas"]["Message"]["required"].append("text")), [])

    def test_another_type_breaks(self):
        self.assertIn("message.send result.id: the type was string, and is integer",
                      self.breaks(lambda new: new["components"]["schemas"]["Message"]["properties"]["id"].update(type="integer")))

    def test_a_changed_form_breaks(self):
        def change(new):
            new["components"]["schemas"]["Message"]["properties"]["body"]["oneOf"][0]["properties"]["kind"]["const"] = "plain"

        self.assertIn("a form in oneOf is gone", self.breaks(change)[0])

    def test_a_description_is_no_promise(self):
        self.assertEqual(self.breaks(lambda new: new["components"]["schemas"]["Message"].update(description="A text.")), [])


class PhraseTests(unittest.TestCase):
    @staticmethod
    def steps(*phrases, **words):
        return {"steps": [{"phrase": phrase, "argument": "none", "check": True, **words} for phrase in phrases]}

    def test_a_new_phrase_and_a_new_alternative_are_additions(self):
        old = self.steps("{person} (sees|does not see) {text}", '{person} answers "Add"|"Remove"')
        new = self.steps("{person} (sees|does not see|hears) {text}", '{person} answers "Add"|"Remove"|"Block"', "{person} waves")
        self.assertEqual(compatibility.phrase_breaks(old, new), [])

    def test_a_new_option_of_a_phrase_is_an_addition_and_a_removed_one_breaks(self):
        short, long = self.steps("{person} waves"), self.steps("{person} waves [at {person}|at {app}]")
        self.assertEqual(compatibility.phrase_breaks(short, long), [])
        self.assertEqual(len(compatibility.phrase_breaks(long, short)), 2)

    def test_a_removed_alternative_breaks(self):
        old, new = self.steps("{person} (sees|does not see) {text}"), self.steps("{person} sees {text}")
        self.assertEqual(compatibility.phrase_breaks(old, new), ["the phrase “{person} does not see {text}” is gone"])

    def test_a_phrase_that_becomes_a_check_breaks(self):
        old, new = self.steps("{person} waves", check=False), self.steps("{person} waves")
        self.assertEqual(len(compatibility.phrase_breaks(old, new)), 1)

    def test_a_phrase_that_needs_a_table_breaks(self):
        old, new = self.steps("{person} waves"), self.steps("{person} waves", argument="table")
        self.assertEqual(len(compatibility.phrase_breaks(old, new)), 1)


class SwiftTests(unittest.TestCase):
    @staticmethod
    def listing(text):
        return sorted({*swift_api.declarations("Kit", text), *swift_api.cases("Kit", text)})

    def test_only_public_declarations_are_listed(self):
        text = '''
            /// A person.
            @MainActor public struct Person: Sendable {
                public let name: String // the "name"
                package var age = 3
                var secret: Int { 1 }
                public init(name: String = "Anna", tags: [String] = []) { self.name = name; public(name) }
                public enum Mood: String { case good, bad(Int) }
            }
            public protocol Friend { var name: String { get } }
            extension Person { func hidden() {} ; public func wave() async throws -> Int { if true { 1 } else { 2 } } }
            public extension Person { func open() {} }
            struct Inner { public var value = 1 }
            '''
        self.assertEqual(self.listing(text), [
            "Kit Friend: var name: String", "Kit Inner: var value", "Kit Person.Mood: case bad(Int)", "Kit Person.Mood: case good",
            "Kit Person: enum Mood: String", "Kit Person: func open()", "Kit Person: func wave() async throws -> Int",
            "Kit Person: init(name: String = …, tags: [String] = …)", "Kit Person: let name: String",
            "Kit: protocol Friend", "Kit: struct Person: Sendable"])

    def test_a_body_and_the_value_of_a_default_are_no_promise(self):
        self.assertEqual(self.listing("public func wave(times: Int = 1) -> Int { times }"),
                         self.listing("public func wave(\n    times: Int = max(2, 3)\n) -> Int { 0 }".replace("(\n    ", "(").replace("\n)", ")")))

    def test_a_removed_declaration_breaks_and_a_new_one_does_not(self):
        self.assertEqual(compatibility.declaration_breaks(["a"], ["a", "b"]), [])
        self.assertEqual(compatibility.declaration_breaks(["a", "b"], ["a"]), ["the declaration is gone: b"])

    def test_more_parameters_with_defaults_break_no_call(self):
        old = ["Kit Person: init(name: String, tags: [String: Int] = …)", "Kit Person: func wave(_ times: (Int, Int) -> Int) -> Int"]
        new = ["Kit Person: init(name: String, age: Int? = …, tags: [String: Int] = …, born: Instant = …)",
               "Kit Person: func wave(_ times: (Int, Int) -> Int, loudly: Bool = …) -> Int"]
        self.assertEqual(compatibility.declaration_breaks(old, new), [])
        for worse in ("Kit Person: init(name: String, age: Int, tags: [String: Int] = …)",
                      "Kit Person: init(tags: [String: Int] = …, name: String)", "Kit Person: init(name: String)",
                      "Kit Person: init(name: String, tags: [String: Int])",
                      "Kit Person: init(name: String, tags: [String: Int] = …) throws"):
            self.assertEqual(compatibility.declaration_breaks(old[:1], [worse]), [f"the declaration is gone: {old[0]}"], worse)


class VersionTests(unittest.TestCase):
    def test_a_new_major_version_may_break_everything(self):
        self.assertTrue(compatibility.is_allowed("wire", "1.4.0", "2.0.0"))
        self.assertTrue(compatibility.is_allowed("phrases", "0.9.0", "1.0.0"))

    def test_a_minor_version_may_break_the_swift_api_only_before_1_0(self):
        self.assertTrue(compatibility.is_allowed("Swift API", "0.1.0", "0.2.0"))
        self.assertFalse(compatibility.is_allowed("Swift API", "0.1.0", "0.1.1"))
        self.assertFalse(compatibility.is_allowed("Swift API", "1.1.0", "1.2.0"))
        self.assertFalse(compatibility.is_allowed("wire", "0.1.0", "0.2.0"))


if __name__ == "__main__":
    unittest.main()
