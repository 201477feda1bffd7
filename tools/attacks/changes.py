"""Random changes of texts and JSON."""

import json
import re

NUMBERS = ["0", "-1", "1e309", "18446744073709551615", "9" * 400, "4294967296", "0.0"]
WORDS = ["(", ")", "|", '"', "(_ bv1 64)", "(as x Int)", "(let ((x x)) x)", "(! x :named y)", "\\u{41}",
         "declare-fun", "assert", "check-sat", "Int", "\x00", "\xff", "\u00e4", "@U_0", "(", ";", "#b",
         "(reset)", "(set-option :regular-output-channel \"CANARY\")", "(push 99999)", "(pop 9)",
         "(set-option :dump-models true)", "(declare-datatype T ((c (s T))))"]
STRINGS = ["", "../../CANARY", "/CANARY", "$(touch CANARY)", "'; touch CANARY; '", "a\nb", "\u001b[2J",
           "x" * 5000, "z3 -in; touch CANARY", "x=/bin/sh -c 'touch CANARY'", "--help", "z3@../.."]

# What C code is made of; a token becomes another one of its kind.
C_TOKENS = re.compile(rb"[A-Za-z_]\w*|\d\w*|[-+*/%<>=!&|^~?]+|.", re.S)
C_KINDS = [
    [b"int", b"unsigned", b"char", b"short", b"long", b"float", b"double", b"void", b"_Bool", b"static int"],
    [b"+", b"-", b"*", b"/", b"%", b"<", b"<=", b"==", b"!=", b">>", b"<<", b"&", b"|", b"^", b"&&", b"||"],
    [b"0", b"1", b"-1", b"2", b"31", b"255", b"2147483647", b"0x80000000u", b"1.5", b"1e300", b"'a'"],
    [b"=", b"+=", b"-=", b"*=", b"/=", b"<<=", b"^="], [b"++", b"--", b"-", b"!", b"~", b"*", b"&"],
    [b"if", b"while", b"switch", b"for"], [b"break", b"continue", b"return 1", b"goto end"],
]


def change_program(rng, text):
    """C code that often still compiles: some tokens become others."""
    tokens = C_TOKENS.findall(text)
    names = [token for token in tokens if token[:1].isalpha()]
    for _ in range(rng.choice([1, 2, 5])):
        at = rng.randrange(len(tokens))
        kinds = [kind for kind in C_KINDS if tokens[at] in kind]
        if tokens[at][:1].isdigit():
            tokens[at] = rng.choice(C_KINDS[2])
        elif kinds:
            tokens[at] = rng.choice(kinds[0])
        elif tokens[at] in names:
            tokens[at] = rng.choice(names)
    return b"".join(tokens)


def change_text(rng, text, other):
    """Another text: bytes, lines, words and nesting are drawn; a part can be another text's."""
    data = bytearray(text)
    for _ in range(rng.choice([1, 1, 2, 4, 16])):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice([1, 3, 20, 200]))
        kind = rng.randrange(7)
        if kind == 0 and data:
            data[min(at, len(data) - 1)] = rng.randrange(256)
        elif kind == 1:
            del data[at:end]
        elif kind == 2:
            data[at:at] = data[at:end] * rng.choice([1, 2, 50])
        elif kind == 3:
            data[at:at] = f" {rng.choice(WORDS)} ".encode("latin-1", "replace")
        elif kind == 4:
            data[at:at] = rng.choice(NUMBERS).encode()
        elif kind == 5 and other:
            begin = rng.randrange(len(other))
            data[at:end] = other[begin:begin + rng.choice([5, 50, 500])]
        else:
            data[at:at] = rng.choice([b"(", b")", b"(not ", b"(- ", b"["]) * rng.choice([1, 30, 3000])
    return bytes(data)


def change_json(rng, text):
    """The same with another value somewhere, or without one; another text if it is no JSON any more."""
    try:
        whole = json.loads(text)
    except ValueError:
        return change_text(rng, text, text)
    places = []

    def collect(node):
        for key in node if isinstance(node, dict) else range(len(node)):
            places.append((node, key))
            if isinstance(node[key], (dict, list)):
                collect(node[key])

    collect(whole)
    for _ in range(rng.choice([1, 1, 2])):
        node, key = rng.choice(places)
        if rng.randrange(6) == 0 and isinstance(node, dict):
            node.pop(key, None)
        else:
            node[key] = rng.choice([rng.choice(STRINGS), None, -1, 0, 2**64 - 1, 1e300, [], {}, True,
                                    [rng.choice(STRINGS)]])
    return json.dumps(whole).encode()
