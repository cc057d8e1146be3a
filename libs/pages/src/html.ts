/** Finished HTML: templates do not escape it again. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

/** A value in a template; undefined, null and false render as nothing. */
export type Piece = string | number | Html | undefined | null | false | readonly Piece[];

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }),
);

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? character);

const shown = (piece: Piece): string => {
  if (piece === undefined || piece === null || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  if (Array.isArray(piece)) return piece.map(shown).join('');
  return escaped(String(piece));
};

/** Template tag for HTML: values are escaped for elements and quoted attributes. */
export const html = (strings: TemplateStringsArray, ...values: readonly Piece[]): Html => {
  let text = strings[0] ?? '';
  for (const [index, value] of values.entries()) text += shown(value) + strings[index + 1];
  return new Html(text);
};

/** Marks text as HTML: displayed content, never input of a request. */
export const trusted = (text: string): Html => new Html(text);

/** Joins pieces with HTML between them. */
export const joined = (pieces: readonly Piece[], between: Piece): Html =>
  html`${pieces.flatMap((piece, index) => (index === 0 ? [piece] : [between, piece]))}`;
