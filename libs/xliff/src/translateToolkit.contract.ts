import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { XliffVersion } from './document.ts';

/** Fills every target with what the second file says of its source, and says what it has read of the first. */
const FILL = `
import json, sys
from translate.storage import xliff, xliff2
module = xliff.xlifffile if sys.argv[3] == '1.2' else xliff2.Xliff2File
wanted = json.load(open(sys.argv[2]))
store = module.parsefile(sys.argv[1])
units = [unit for unit in store.units if not unit.isheader()]
read = [str(unit.source) for unit in units]
for unit, target in zip(units, wanted):
    unit.target = target
    unit.marktranslated() if sys.argv[3] == '2.0' else unit.markfuzzy(False)
store.savefile(sys.argv[1])
print(json.dumps(read))
`;

const PYTHON = process.env.TRANSLATE_TOOLKIT_PYTHON ?? 'python3';

/** Why Python's translate-toolkit cannot be asked here; undefined where it can. */
export const lackingToolkit = (): string | undefined => {
  try {
    execFileSync(PYTHON, ['-c', 'import translate.storage.xliff2'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'Python has no translate-toolkit (pip install translate-toolkit)';
  }
};

const VALIDATE = `
import sys
from lxml import etree
schema = etree.XMLSchema(etree.parse(sys.argv[2]))
schema.validate(etree.parse(sys.argv[1]))
print(schema.error_log)
`;

/** What libxml2 finds in a file that its schema does not allow; empty for nothing. */
export const schemaFaults = (text: string, version: XliffVersion): string => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-xliff-'));
  try {
    const file = join(folder, 'job.xlf');
    writeFileSync(file, text);
    const schema = join(import.meta.dirname, `../schemas/xliff-${version}.xsd`);
    return execFileSync(PYTHON, ['-c', VALIDATE, file, schema], { encoding: 'utf8' }).trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Has translate-toolkit read a file, fill its targets and write it. @returns the sources that it read, and its file */
export const filledByToolkit = (text: string, version: XliffVersion, targets: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-xliff-'));
  try {
    const [file, wanted] = [join(folder, 'job.xlf'), join(folder, 'targets.json')];
    writeFileSync(file, text);
    writeFileSync(wanted, JSON.stringify(targets));
    const read = execFileSync(PYTHON, ['-c', FILL, file, wanted, version], { encoding: 'utf8', maxBuffer: 1 << 28 });
    return { sources: JSON.parse(read) as string[], file: readFileSync(file) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
