#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Instructions of a navigation by kind of work: what two runs of callgrind differ by, function by function.

    Tests/CoreCounts/kinds.py FEW ALL NAVIGATIONS     FEW and ALL: files of callgrind; NAVIGATIONS: how many more ALL has
"""

import collections
import re
import subprocess
import sys

# The first kind whose pattern fits the demangled name of a function. All else is code of the package's own modules, or of libraries.
KINDS = [
    ("counting references", r"^(_?swift_(retain|release)|swift_bridgeObject|_swift_release|swift_isUniquely|.*RefCounts<)"),
    ("taking and giving back memory", r"^(malloc|free|_int_|cfree|realloc|calloc|unlink_chunk|tcache|aligned_alloc|posix_memalign"
        r"|swift_slow|swift_alloc|_swift_alloc|swift_dealloc|_swift_dealloc|sysmalloc|arena_|.*deallocating_deinit)"),
    ("moving octets", r"^(__mem|mem|__swift_memcpy)"),
    ("copying structs", r"(initializeWithCopy|outlined (init with copy|copy)|assignWith|initializeWithTake|initializeBuffer|swift_arrayInit)"),
    ("ending structs", r"^(destroy for|outlined (destroy|consume|release)|swift_arrayDestroy|.*[Dd]estroy)"),
    ("hashing, tables", r"(Hasher|\.hash\(|_hash|RawDictionaryStorage|NativeDictionary|Dictionary|NativeSet|RawSetStorage|SipHash)"),
    ("types at run time", r"([Mm]etadata|swift_getWitness|dynamicCast|swift_conforms|swift_getAssociated|swift_beginAccess|swift_endAccess)"),
    ("reading and writing messages", r"(Binary(Reader|Writer)|FieldScanner|Wire(Codec|Encoder)|MessageForm|\.form<|form\(|FormVisitor"
        r"|JSON(Reader|Writer)|Header|PathMemory|EncodedSize)"),
    ("texts", r"(String|Substring|Unicode|Character|_Guts|utf8|UTF8)"),
    ("other collections", r"(Array|Sequence|Collection|Iterator|Deque|Range)"),
]
OWN = "deciding: the coordinator itself"
REST = "the rest of the libraries"
SHOWN = 4


def named(text, names):
    """A name of callgrind's, which writes each in full once: `(12) name`, later `(12)`."""
    number, _, name = text.partition(" ")
    if name:
        names[number] = name
    return names[number]


def counts(file):
    """Instructions of each function and the file of its code, callees left out."""
    functions, objects, result = {}, {}, collections.Counter()
    function = code = None
    is_call = False
    with open(file, encoding="utf-8") as lines:
        for line in map(str.rstrip, lines):
            key, _, value = line.partition("=")
            if key == "ob":
                code = named(value, objects)
            elif key == "cob":
                named(value, objects)
            elif key == "fn":
                function = named(value, functions)
            elif key == "cfn":
                named(value, functions)
            elif key == "calls":
                is_call = True
            elif line[:1] and line[0] in "0123456789+-*":
                if not is_call:
                    result[code, function] += int(line.split()[1])
                is_call = False
    return result


def demangled(names):
    answer = subprocess.run(
        ["swift", "demangle", "--simplified"], input="\n".join(name.split("'")[0] for name in names), check=True,
        capture_output=True, text=True).stdout.split("\n")
    return dict(zip(names, answer))


def main():
    few, many, navigations = counts(sys.argv[1]), counts(sys.argv[2]), int(sys.argv[3])
    many.subtract(few)
    texts = demangled(sorted({function for _, function in many}))
    kinds = collections.defaultdict(collections.Counter)
    for (code, function), count in many.items():
        text = texts[function]
        kind = next((kind for kind, pattern in KINDS if re.search(pattern, text)), None)
        kinds[kind or (OWN if "corecounts" in (code or "") else REST)][text] += count
    total = sum(many.values())
    for kind, functions in sorted(kinds.items(), key=lambda item: -sum(item[1].values())):
        count = sum(functions.values())
        most = ", ".join(f"{name[:48]} {value // navigations}" for name, value in functions.most_common(SHOWN))
        print(f"{count // navigations:9} {count * 100 / total:5.1f} %  {kind}: {most}")
    print(f"{total // navigations:9} instructions a navigation")


main()
