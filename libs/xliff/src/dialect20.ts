import type { Attributes, Dialect, DialectOptions, Refuse } from './dialect.ts';
import type { UnitNote } from './document.ts';
import type { FileBuilder } from './fileBuilder.ts';
import { createOriginalData } from './originalData.ts';
import { leastOf, stateFrom20, type UnitState } from './states.ts';
import { fromUnitName } from './unitNames.ts';

const LOOKED_INTO: ReadonlySet<string> = new Set(['group', 'notes', 'originalData', 'segment', 'ignorable']);

/** A segment, or the text between two segments. */
interface Part {
  readonly translated: boolean;
  readonly state: string | undefined;
  readonly subState: string | undefined;
  source: string;
  target: string | null;
  /** The position of its target among those of the unit. */
  order: number;
}

interface OpenUnit {
  readonly id: string;
  readonly parts: Part[];
  readonly notes: UnitNote[];
}

const stateOf = (parts: readonly Part[]): UnitState =>
  leastOf(
    parts.flatMap(({ translated, state, subState, target }) =>
      translated ? [stateFrom20(state, subState, target ?? '')] : [],
    ),
  );

/** Joins the targets of the segments. Text between them is that of the source unless it has a target. */
const targetOf = (parts: readonly Part[]): string => {
  if (parts.every(({ translated, target }) => !translated || target === null)) return '';
  const inOrder = parts.toSorted((one, other) => one.order - other.order);
  return inOrder.map(({ translated, source, target }) => target ?? (translated ? '' : source)).join('');
};

const HOLDS_TEXT: ReadonlySet<string> = new Set(['source', 'target', 'note', 'data']);

/** Creates the dialect of XLIFF 2.0. */
export const createDialect20 = (file: FileBuilder, refuse: Refuse, options: DialectOptions): Dialect => {
  const codes = createOriginalData(refuse, options);
  let languages = { sourceLanguage: '', targetLanguage: '' };
  let unit: OpenUnit | null = null;
  let category = '';

  const beginFile = (attributes: Attributes): void => {
    if (file.begun) refuse('there is more than one file in it', 'mismatch');
    file.begin({ original: attributes('original') ?? '', ...languages });
  };

  const beginUnit = (attributes: Attributes): void => {
    const id = attributes('name') ?? fromUnitName(attributes('id') ?? refuse('a unit has no id'));
    unit = { id, parts: [], notes: [] };
    codes.forget();
  };

  const beginPart = (name: string, { parts }: OpenUnit, attributes: Attributes): void => {
    const [state, subState] = [attributes('state'), attributes('subState')];
    parts.push({ translated: name === 'segment', state, subState, source: '', target: null, order: parts.length + 1 });
  };

  const openInUnit = (name: string, open: OpenUnit, attributes: Attributes): boolean => {
    const part = open.parts.at(-1);
    if (name === 'segment' || name === 'ignorable') beginPart(name, open, attributes);
    else if (name === 'data') codes.begin(attributes('id') ?? '');
    else if (name === 'target' && part !== undefined) part.order = Number(attributes('order') ?? part.order);
    return LOOKED_INTO.has(name) || HOLDS_TEXT.has(name);
  };

  const keepText = (name: string, text: string): void => {
    const part = unit?.parts.at(-1);
    if (name === 'data') codes.keep(text);
    else if (name === 'note') unit === null ? keepReference(text) : unit.notes.push({ category, text });
    else if (name === 'source' && part !== undefined) part.source = text;
    else if (name === 'target' && part !== undefined) part.target = text;
  };

  const keepReference = (text: string): void => {
    if (category === 'reference') file.refer(text);
  };

  const endUnit = ({ id, parts, notes }: OpenUnit): void => {
    if (!parts.some(({ translated }) => translated)) refuse(`the unit “${id}” has no segment`);
    const source = parts.map((part) => part.source).join('');
    const reason = file.add({ id, source, target: targetOf(parts), state: stateOf(parts), notes });
    if (reason !== null) refuse(reason);
    unit = null;
  };

  return {
    root: (attributes) => {
      languages = { sourceLanguage: attributes('srcLang') ?? '', targetLanguage: attributes('trgLang') ?? '' };
    },
    open: (name, parent, attributes) => {
      if (name === 'note') category = attributes('category') ?? '';
      if (unit !== null) return openInUnit(name, unit, attributes);
      if (parent === 'xliff' && name === 'file') beginFile(attributes);
      else if (name === 'unit') beginUnit(attributes);
      else return LOOKED_INTO.has(name) || name === 'note';
      return true;
    },
    holdsText: (name) => HOLDS_TEXT.has(name),
    close: (name, _parent, text) => {
      if (name === 'unit' && unit !== null) endUnit(unit);
      else keepText(name, text);
    },
    inlineOpen: codes.open,
    inlineClose: codes.close,
  };
};
