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


def fault_of_negative(schema, path):
    """What is wrong with a negative golden message that the schema does not refuse; None where it does, or has no word in it."""
    with open(path, encoding="utf-8") as file:
        negative = json.load(file)
    if "schema" not in negative:
        return None
    if negative["schema"] not in schema["$defs"]:
        return f"no definition '{negative['schema']}'"
    validator = jsonschema.Draft202012Validator({**schema, "$ref": f"#/$defs/{negative['schema']}"})
    return "the schema takes it" if validator.is_valid(json.loads(negative["json"])) else None


def faults_of_positive(schema, name, path):
    """What is wrong with a body that the definition describes, or with the definition."""
    if name not in schema["$defs"]:
        yield f"no definition '{name}'"
        return
    with open(path, encoding="utf-8") as file:
        body = json.load(file)
    validator = jsonschema.Draft202012Validator({**schema, "$ref": f"#/$defs/{name}", "unevaluatedProperties": False})
    for error in validator.iter_errors(body):
        yield f"{error.json_path}: {error.message[:200]}"
    for member in sorted(required(schema["$defs"][name], schema["$defs"])):
        # The schema has said so of a member that is missing.
        if not isinstance(body, dict) or member not in body:
            continue
        partial = copy.deepcopy(body)
        del partial[member]
        if validator.is_valid(partial):
            yield f"valid without its required member {member}"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    positive = [argument for argument in sys.argv[2:] if "=" in argument]
    failures = 0
    for path in sys.argv[2:]:
        fault = None if path in positive else fault_of_negative(schema, path)
        if fault:
            print(f"{path}: {fault}")
            failures += 1
    close(schema)
    jsonschema.Draft202012Validator.check_schema(schema)
    for argument in positive:
        name, path = argument.split("=", 1)
        for fault in faults_of_positive(schema, name, path):
            print(f"{path}: {fault}")
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
