import type { Attributes, Refuse } from './dialect.ts';

/** What stands around a text and means nothing in it; and `cp`, a character that no text of ours holds (`xmlText`). */
const TRANSPARENT: ReadonlySet<string> = new Set(['mrk', 'sm', 'em', 'cp']);

/** The markup that a unit of XLIFF 2.0 keeps beside its texts, which the codes within them name. */
export const createOriginalData = (refuse: Refuse) => {
  const kept = new Map<string, string>();
  const ends: string[] = [];
  let key = '';

  const named = (code: string, reference: string | undefined): string =>
    kept.get(reference ?? '') ?? refuse(`<${code}> stands for markup which the file does not hold`);

  const begins = (code: string, attributes: Attributes): string => {
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
