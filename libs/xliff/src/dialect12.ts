import { codeText, isCode } from './codes.ts';
import type { Attributes, Dialect, DialectOptions, Refuse } from './dialect.ts';
import type { UnitNote } from './document.ts';
import type { FileBuilder } from './fileBuilder.ts';
import { stateFrom12 } from './states.ts';

/** Elements that contain units, or lead to the address of the source; all others are skipped. */
const LOOKED_INTO: ReadonlySet<string> = new Set(['body', 'group', 'header', 'reference', 'external-file']);

/** Elements that translation tools may put around a text, and around native code, which counts as text. */
const TRANSPARENT: ReadonlySet<string> = new Set(['mrk', 'sub', 'ph', 'it', 'bpt', 'ept']);

interface OpenUnit {
  readonly id: string;
  readonly name: string | undefined;
  source: string | null;
  target: string | null;
  state: string | undefined;
  qualifier: string | undefined;
  note: string;
  readonly notes: UnitNote[];
}

const IN_UNIT: ReadonlySet<string> = new Set(['source', 'target', 'note']);

/** Creates the dialect of XLIFF 1.2. */
export const createDialect12 = (file: FileBuilder, refuse: Refuse, { areCodesKept }: DialectOptions): Dialect => {
  let unit: OpenUnit | null = null;
  const pairs: string[] = [];

  const beginFile = (attributes: Attributes): void => {
    if (file.begun) refuse('there is more than one file in it', 'mismatch');
    file.begin({
      original: attributes('original') ?? '',
      sourceLanguage: attributes('source-language') ?? '',
      targetLanguage: attributes('target-language') ?? '',
    });
  };

  const beginUnit = (attributes: Attributes): void => {
    const id = attributes('id') ?? refuse('a trans-unit has no id');
    const resname = attributes('resname');
    const name = resname === id ? undefined : resname;
    unit = { id, name, source: null, target: null, state: undefined, qualifier: undefined, note: '', notes: [] };
  };

  const openInUnit = (name: string, open: OpenUnit, attributes: Attributes): boolean => {
    if (name === 'target') {
      open.state = attributes('state');
      open.qualifier = attributes('state-qualifier');
    }
    open.note = attributes('from') ?? '';
    return IN_UNIT.has(name);
  };

  const endUnit = ({ id, name, source, target, state, qualifier, notes }: OpenUnit): void => {
    const text = target ?? '';
    const read = { id, name, target: text, state: stateFrom12(state, qualifier, text), notes };
    const reason = file.add({ ...read, source: source ?? refuse(`the unit “${id}” has no source`) });
    if (reason !== null) refuse(reason);
    unit = null;
  };

  const keepText = (name: string, open: OpenUnit, text: string): void => {
    if (name === 'note') open.notes.push({ category: open.note, text });
    else if (name === 'source' || name === 'target') {
      if (open[name] !== null) refuse(`the unit “${open.id}” has a second ${name}`);
      open[name] = text;
    }
  };

  return {
    root: () => {},
    open: (name, parent, attributes) => {
      if (parent === 'trans-unit' && unit !== null) return openInUnit(name, unit, attributes);
      if (parent === 'xliff' && name === 'file') beginFile(attributes);
      else if (name === 'trans-unit') beginUnit(attributes);
      else if (!LOOKED_INTO.has(name)) return false;
      if (name === 'external-file') file.refer(attributes('href') ?? '');
      return true;
    },
    holdsText: (name, parent) => parent === 'trans-unit' && IN_UNIT.has(name),
    close: (name, parent, text) => {
      if (unit === null) return;
      if (name === 'trans-unit') endUnit(unit);
      else if (parent === 'trans-unit') keepText(name, unit, text);
    },
    inlineOpen: (name, attributes) => {
      if (TRANSPARENT.has(name)) return '';
      if (!areCodesKept || !isCode(name)) refuse(`<${name}> stands for markup which the file does not hold`);
      const code = `${name} id="${attributes('id') ?? ''}"`;
      if (name === 'g') pairs.push(code);
      return codeText(`<${code}>`);
    },
    inlineClose: (name) => (name === 'g' ? codeText(`</${pairs.pop()}>`) : ''),
  };
};
