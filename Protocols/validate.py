# SPDX-License-Identifier: Apache-2.0
"""Validates the golden JSON bodies against the JSON Schema: validate.py SCHEMA DEFINITION=FILE...

Read with every object closed, so that a member the schema does not know is an error too; and each member that the schema
requires is left out once, so that a schema that lets everything pass is an error as well.
"""
import copy
import json
import sys

import jsonschema


def close(node):
    """Closes every object with listed properties."""
    if isinstance(node, dict):
        if "properties" in node:
            node.setdefault("additionalProperties", False)
        for child in node.values():
            close(child)
    elif isinstance(node, list):
        for child in node:
            close(child)


def required(definition, definitions):
    """The members that every form of the definition requires."""
    if "$ref" in definition:
        return required(definitions[definition["$ref"].rsplit("/", 1)[1]], definitions)
    if "oneOf" in definition:
        return set.intersection(*(required(each, definitions) for each in definition["oneOf"]))
    return set(definition.get("required", []))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    close(schema)
    jsonschema.Draft202012Validator.check_schema(schema)
    failures = 0
    for argument in sys.argv[2:]:
        name, path = argument.split("=", 1)
        with open(path, encoding="utf-8") as file:
            body = json.load(file)
        validator = jsonschema.Draft202012Validator({**schema, "$ref": f"#/$defs/{name}"})
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
