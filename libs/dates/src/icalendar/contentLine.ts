import ICAL from 'ical.js';
import { isQuotedPrintable, quotedPrintableText } from './quotedPrintable.ts';

/** A property of an entry, as written. */
export interface Property {
  /** The line in the file, counted from 1. */
  readonly line: number;
  /** In lower case. */
  readonly name: string;
  /** Parameters by their names in lower case. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
  /** The value type that the file gives (`VALUE`), in lower case. */
  readonly type: string;
  /** With its escapes. */
  readonly value: string;
}

/** A value that the importer cannot read; the message completes a sentence about the entry. */
export class InvalidEntryError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InvalidEntryError';
  }
}

/** Without value types, the parser only takes lines apart: it leaves the values of all properties as they are. */
const WITHOUT_TYPES = { property: {}, param: {}, value: {}, propertyGroups: false };

/** Parses an unfolded line (RFC 5545 §3.1); undefined for a line that is no property. */
export const readContentLine = (text: string, line: number): Property | undefined => {
  try {
    const [name, parameters, type, value] = ICAL.parse.property(text, WITHOUT_TYPES);
    if (!/^[a-z\d-]+$/.test(name)) return undefined;
    const written = isQuotedPrintable(text) ? quotedPrintableText(String(value), parameters.charset) : String(value);
    return { line, name, parameters, type: String(type), value: written.trim() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return undefined;
  }
};

/** Returns the value of the first property with a name; empty if there is none. */
export const firstValue = (properties: readonly Property[], name: string): string =>
  properties.find((property) => property.name === name)?.value ?? '';

const ESCAPED = /\\([\\;,:"nN])/g;

/** Control characters, which no text of a site contains; tabs and line feeds stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** Returns the text that an escaped value stands for (RFC 5545 §3.3.11). */
export const unescaped = (value: string): string =>
  value.replace(ESCAPED, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped)).replace(CONTROL, '');

/** Splits a value with several texts at its commas, and returns the texts. */
export const textsOf = (value: string): string[] =>
  (value.match(/(?:\\.|[^,\\])+/g) ?? []).map((text) => unescaped(text).trim()).filter((text) => text !== '');
