"""What independent tools make of XLIFF files: lxml judges each by its schema, translate-toolkit reads it and fills it.

Reads {"schemas": {version: path}, "files": [{"path", "version", "targets"}]} from the standard input; writes of each file
{"faults", "sources"} to the standard output, and the filled file in place of the one that was read.
"""

import json
import sys

from lxml import etree
from translate.storage import xliff, xliff2

STORES = {"1.2": xliff.xlifffile, "2.0": xliff2.Xliff2File}


def units_of(store):
    return [unit for unit in store.units if not unit.isheader()]


def fill(path, version, targets):
    store = STORES[version].parsefile(path)
    units = units_of(store)
    sources = [str(unit.source) for unit in units]
    for unit, target in zip(units, targets):
        unit.target = target
        if version == "2.0":
            unit.marktranslated()
        else:
            unit.markfuzzy(False)
    store.savefile(path)
    return sources


def faults(schema, path):
    schema.validate(etree.parse(path))
    return [str(fault) for fault in schema.error_log]


asked = json.load(sys.stdin)
schemas = {version: etree.XMLSchema(etree.parse(path)) for version, path in asked["schemas"].items()}
made = []
for file in asked["files"]:
    found = faults(schemas[file["version"]], file["path"])
    made.append({"faults": found, "sources": fill(**file)})
json.dump(made, sys.stdout)
