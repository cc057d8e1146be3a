import { z } from 'zod';

/** A fault or warning about a text, in the form that clients of XML validators know. */
export const entrySchema = z
  .strictObject({
    /** 1: warning; 2: error; 3: error that ends the reading. */
    level: z.int().min(1).max(3),
    code: z.int(),
    /** 0 if only the line is known. */
    column: z.int(),
    message: z.string(),
    file: z.literal('custom-xml-config'),
    line: z.int(),
  })
  .meta({ id: 'CustomXmlEntry' });

export type Entry = Readonly<z.infer<typeof entrySchema>>;

/** The codes of faults; their meanings are those of common XML validators. */
export const codes = {
  disallowedCharacter: 9,
  notAllowedValue: 1840,
  notEmpty: 1841,
  elementInText: 1842,
  textAmongElements: 1843,
  wrongRoot: 1845,
  unknownAttribute: 1866,
  missingAttribute: 1868,
  unexpectedElement: 1871,
  /** The site's own codes (docs/interface/translation-config.md §2). */
  doctype: 90_000,
  unknownType: 90_001,
  twoActions: 90_002,
  badExpression: 90_003,
  notHonoured: 90_005,
  displaysUntranslated: 90_006,
  tooDeep: 90_010,
  tooMany: 90_011,
} as const;

/** The line and column of a fault. */
export type Place = Pick<Entry, 'line' | 'column'>;

export const entry = (
  level: Entry['level'],
  code: number,
  { line, column = 0 }: Pick<Place, 'line'> & Partial<Place>,
  message: string,
): Entry => ({ level, code, column, message, file: 'custom-xml-config', line });

/** Returns the line and column of a character. */
export const placeOf = (text: string, at: number): Place => {
  const lines = text.slice(0, at).split('\n');
  return { line: lines.length, column: lines.at(-1)?.length ?? 0 };
};
