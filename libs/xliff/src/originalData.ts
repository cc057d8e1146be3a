import { codeText } from './codes.ts';
import type { Attributes, DialectOptions, Refuse } from './dialect.ts';

/** Markers around a text that have no meaning in it; and `cp`, a character that no text contains (`xmlText`). */
const TRANSPARENT: ReadonlySet<string> = new Set(['mrk', 'sm', 'em', 'cp']);

/** Elements of XLIFF 2.0 that stand for markup. */
const CODES: ReadonlySet<string> = new Set(['ph', 'pc', 'sc', 'ec']);

/** Returns the code without markup that an element stands for; an end (`ec`) may name only its start. */
const codeOf = (element: string, attributes: Attributes): string =>
  `${element} id="${attributes('id') ?? attributes('startRef') ?? ''}"`;

/**
 * Stores the markup of a unit in XLIFF 2.0, to which the codes in its texts refer.
 * @param options `maxMarkupLength`: characters that all codes of a file stand for, since many may refer to the same
 *   markup
 */
export const createOriginalData = (refuse: Refuse, { maxMarkupLength, areCodesKept }: DialectOptions) => {
  const kept = new Map<string, string>();
  const ends: string[] = [];
  let key = '';
  let length = 0;

  const named = (code: string, reference: string | undefined): string => {
    const markup = kept.get(reference ?? '') ?? refuse(`<${code}> stands for markup which the file does not hold`);
    length += markup.length;
    return length <= maxMarkupLength
      ? markup
      : refuse(`its codes stand for more than ${maxMarkupLength} characters of markup`);
  };

  const hasMarkup = (attributes: Attributes): boolean =>
    ['dataRef', 'dataRefStart', 'dataRefEnd'].some((reference) => kept.has(attributes(reference) ?? ''));

  const begins = (code: string, attributes: Attributes): string => {
    if (areCodesKept && CODES.has(code) && !hasMarkup(attributes)) {
      const name = codeOf(code, attributes);
      if (code === 'pc') ends.push(codeText(`</${name}>`));
      return codeText(`<${name}>`);
    }
    if (code === 'pc') {
      ends.push(named(code, attributes('dataRefEnd')));
      return named(code, attributes('dataRefStart'));
    }
    return named(code, attributes('dataRef'));
  };

  return {
    forget: (): void => kept.clear(),
    begin: (id: string): void => {
      key = id;
    },
    keep: (text: string): void => {
      kept.set(key, text);
    },
    open: (code: string, attributes: Attributes): string => (TRANSPARENT.has(code) ? '' : begins(code, attributes)),
    close: (code: string): string => (code === 'pc' ? (ends.pop() ?? '') : ''),
  };
};
