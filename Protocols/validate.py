# SPDX-License-Identifier: Apache-2.0
"""Validates the golden JSON bodies against the JSON Schema: validate.py SCHEMA DEFINITION=FILE... NEGATIVE...

A body is read with every object closed, so that a member the schema does not know is an error too; and each member that
the schema requires is left out once, so that a schema that lets everything pass is an error as well. A negative golden
message that names a definition must be refused by it, with its objects left open.
"""
import copy
import json
import sys

import jsonschema


def close(node):
    """Closes the object that each schema of a member or an item describes, with all its parts."""
    if isinstance(node, dict):
        for key in ("properties", "$defs"):
            for child in node.get(key, {}).values():
                close(child)
                if key == "properties":
                    close_object(child)
        for key in ("items", "additionalProperties"):
            if isinstance(node.get(key), dict):
                close(node[key])
                close_object(node[key])
        for key in ("oneOf", "anyOf", "allOf"):
            for child in node.get(key, []):
                close(child)


def close_object(node):
    """Closes what says something of its members."""
    if any(key in node for key in ("$ref", "oneOf", "anyOf", "allOf", "properties")):
        node.setdefault("unevaluatedProperties", False)


def required(definition, definitions):
    """The members that every form of the definition requires."""
    members = set(definition.get("required", []))
    if "$ref" in definition:
        members |= required(definitions[definition["$ref"].rsplit("/", 1)[1]], definitions)
    for part in definition.get("allOf", []):
        members |= required(part, definitions)
    for choice in ("oneOf", "anyOf"):
        if choice in definition:
            members |= set.intersection(*(required(each, definitions) for each in definition[choice]))
    return members


def is_refused(schema, path):
    """Whether the schema refuses a negative golden message, or has no word in it."""
    with open(path, encoding="utf-8") as file:
        negative = json.load(file)
    if "schema" not in negative:
        return True
    validator = jsonschema.Draft202012Validator({**schema, "$ref": f"#/$defs/{negative['schema']}"})
    return not validator.is_valid(json.loads(negative["json"]))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    positive = [argument for argument in sys.argv[2:] if "=" in argument]
    failures = 0
    for path in sys.argv[2:]:
        if path not in positive and not is_refused(schema, path):
            print(f"{path}: the schema takes it")
            failures += 1
    close(schema)
    jsonschema.Draft202012Validator.check_schema(schema)
    for argument in positive:
        name, path = argument.split("=", 1)
        with open(path, encoding="utf-8") as file:
            body = json.load(file)
        validator = jsonschema.Draft202012Validator(
            {**schema, "$ref": f"#/$defs/{name}", "unevaluatedProperties": False}
        )
        for error in validator.iter_errors(body):
            print(f"{path}: {error.json_path}: {error.message[:200]}")
            failures += 1
        for member in required(schema["$defs"][name], schema["$defs"]):
            partial = copy.deepcopy(body)
            del partial[member]
            if validator.is_valid(partial):
                print(f"{path}: valid without its required member {member}")
                failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
