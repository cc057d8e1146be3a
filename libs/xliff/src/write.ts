import { NAMESPACES, type UnitNote, type XliffDocument, type XliffUnit, type XliffVersion } from './document.ts';
import { stateIn12, stateIn20 } from './states.ts';
import { toUnitName } from './unitNames.ts';
import { escapeAttribute, escapeText, literalText } from './xmlText.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

const attributes = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${escapeAttribute(value)}"`]))
    .join('');

const lines = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');

const note12 = ({ category, text }: UnitNote) =>
  `        <note${attributes({ from: category })}>${escapeText(text)}</note>`;

const unit12 = ({ id, source, target, state, notes }: XliffUnit): string => {
  const written = stateIn12(state, target);
  const states = attributes({ state: written.state, 'state-qualifier': written.detail });
  return lines([
    `      <trans-unit${attributes({ id, resname: id })} restype="string" datatype="html" xml:space="preserve">`,
    `        <source>${literalText(source)}</source>`,
    `        <target${states}>${literalText(target)}</target>`,
    ...notes.map(note12),
    '      </trans-unit>',
  ]);
};

const reference12 = (reference: string): string =>
  reference === ''
    ? '    <header/>'
    : `    <header>\n      <reference><external-file${attributes({ href: reference })}/></reference>\n    </header>`;

/** A written file: the text before its units, each unit, and the text after them. */
export interface XliffPieces {
  readonly head: string;
  readonly units: Iterable<string>;
  readonly tail: string;
}

function* each(units: readonly XliffUnit[], write: (unit: XliffUnit) => string): Generator<string> {
  for (const unit of units) yield `${write(unit)}\n`;
}

const pieces12 = ({ original, sourceLanguage, targetLanguage, reference, units }: XliffDocument): XliffPieces => {
  const languages = attributes({ 'source-language': sourceLanguage, 'target-language': targetLanguage });
  const head = lines([
    DECLARATION,
    `<xliff version="1.2" xmlns="${NAMESPACES['1.2']}">`,
    `  <file${attributes({ original })}${languages} datatype="plaintext">`,
    reference12(reference),
    '    <body>\n',
  ]);
  return { head, units: each(units, unit12), tail: '    </body>\n  </file>\n</xliff>\n' };
};

const notes20 = (notes: readonly UnitNote[], indent: string): string => {
  const written = notes.map(({ category, text }) => `<note${attributes({ category })}>${escapeText(text)}</note>`);
  return notes.length === 0 ? '' : `${indent}<notes>${written.join('')}</notes>`;
};

const unit20 = ({ id, source, target, state, notes }: XliffUnit): string => {
  const written = stateIn20(state);
  const untouched = state === 'initial' && target === '';
  return lines([
    `    <unit${attributes({ id: toUnitName(id), name: id })} xml:space="preserve">`,
    notes20(notes, '      '),
    `      <segment${attributes({ id: 's1', state: written.state, subState: written.detail })}>`,
    `        <source>${escapeText(source)}</source>`,
    untouched ? '' : `        <target>${escapeText(target)}</target>`,
    '      </segment>\n    </unit>',
  ]);
};

const pieces20 = ({ original, sourceLanguage, targetLanguage, reference, units }: XliffDocument): XliffPieces => {
  const head = lines([
    DECLARATION,
    `<xliff version="2.0"${attributes({ srcLang: sourceLanguage, trgLang: targetLanguage })} xmlns="${NAMESPACES['2.0']}">`,
    `  <file id="f1"${attributes({ original })}>`,
    reference === '' ? '' : notes20([{ category: 'reference', text: reference }], '    '),
  ]);
  return { head: `${head}\n`, units: each(units, unit20), tail: '  </file>\n</xliff>\n' };
};

const WRITERS = { '1.2': pieces12, '2.0': pieces20 } as const;

/** Returns the file in pieces, in UTF-8. Texts lose only characters that XML cannot contain. */
export const xliffPieces = (version: XliffVersion, document: XliffDocument): XliffPieces => WRITERS[version](document);

/** Returns the whole file as one text. */
export const writeXliff = (version: XliffVersion, document: XliffDocument): string => {
  const { head, units, tail } = xliffPieces(version, document);
  return head + [...units].join('') + tail;
};
