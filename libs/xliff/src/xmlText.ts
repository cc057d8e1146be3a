/** What no XML 1.0 document can hold, not even as a reference: control characters, halves of surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const NOT_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Cs}]/gu;

/** A text as it can stand in XML. */
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

/** Line feeds stay as they are in a text; carriage returns would be read as line feeds. */
export const escapeText = (text: string): string => xmlText(text).replace(/[&<>\r]/g, referenceTo);

export const escapeAttribute = (text: string): string => xmlText(text).replace(/[&<>"\r\n\t]/g, referenceTo);

/** Markup as it stands, for who reads the file; what a CDATA section cannot hold is escaped. */
export const literalText = (text: string): string => {
  const clean = xmlText(text);
  if (clean === '') return '';
  return clean.includes(']]>') || clean.includes('\r') ? escapeText(clean) : `<![CDATA[${clean}]]>`;
};
