/** Characters that are escaped, since an NMTOKEN lacks them; those allowed here suffice for ids in practice. */
const ALLOWED = /[^A-Za-z0-9_.-]|_(?=x)/gu;

/** Encodes the id of a unit as an NMTOKEN, as XLIFF 2.0 requires; different ids stay different. */
export const toUnitName = (id: string): string =>
  id === '' ? '_x_' : id.replace(ALLOWED, (character) => `_x${(character.codePointAt(0) ?? 0).toString(16)}_`);

/** Decodes the id of a unit if a file has lost its `name`. */
export const fromUnitName = (name: string): string =>
  name.replace(/_x([0-9a-f]{0,6})_/g, (whole, hex: string) => {
    const code = Number.parseInt(hex, 16);
    if (hex === '') return '';
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
