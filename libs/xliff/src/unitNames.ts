/** What may stand in an NMTOKEN, of the characters that ids of units have in practice. */
const ALLOWED = /[^A-Za-z0-9_.-]|_(?=x)/gu;

/** The id of a unit as XLIFF 2.0 wants it, an NMTOKEN; no two ids become the same. */
export const toUnitName = (id: string): string =>
  id === '' ? '_x_' : id.replace(ALLOWED, (character) => `_x${(character.codePointAt(0) ?? 0).toString(16)}_`);

/** The id again, where a file has lost the name that holds it as it is. */
export const fromUnitName = (name: string): string =>
  name.replace(/_x([0-9a-f]{0,6})_/g, (whole, hex: string) => {
    const code = Number.parseInt(hex, 16);
    if (hex === '') return '';
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
