/** Characters that XML 1.0 forbids, even as references: control characters and lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const NOT_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Cs}]/gu;

/** Removes characters that XML cannot contain. */
export const xmlText = (text: string): string => text.replace(NOT_XML, '');

const REFERENCES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['\r', '&#13;'],
  ['\n', '&#10;'],
  ['\t', '&#9;'],
]);

const referenceTo = (character: string) => REFERENCES.get(character) ?? character;

/** Escapes a text. Line feeds stay; carriage returns are escaped, since parsers read them as line feeds. */
export const escapeText = (text: string): string => xmlText(text).replace(/[&<>\r]/g, referenceTo);

export const escapeAttribute = (text: string): string => xmlText(text).replace(/[&<>"\r\n\t]/g, referenceTo);

/** Returns markup in a CDATA section, legible for people; a text that CDATA cannot contain is escaped. */
export const literalText = (text: string): string => {
  const clean = xmlText(text);
  if (clean === '') return '';
  return clean.includes(']]>') || clean.includes('\r') ? escapeText(clean) : `<![CDATA[${clean}]]>`;
};
