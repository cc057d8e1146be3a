/** Maximum characters of stored texts by kind (docs/interface/texts.md §11). */
export interface TextMaxima {
  /** A title or a name. */
  readonly title: number;
  /** An excerpt, a caption, a description of a term, user or medium, and a text of `meta`. */
  readonly description: number;
  /** The content of a post, a page, an event, a venue or an organizer. */
  readonly content: number;
}

const defaultTextMaxima: TextMaxima = { title: 1_000, description: 65_536, content: 1_048_576 };

const MAXIMUM = /^(title|description|content)=([1-9]\d{0,6})$/;

/**
 * Reads maxima that replace the defaults: `title=200,content=2000000`.
 * @returns undefined for another form
 */
export const parseTextMaxima = (setting: string): TextMaxima | undefined => {
  const read: Record<string, number> = {};
  for (const part of setting.split(',').filter((each) => each.trim() !== '')) {
    const [, kind, characters] = MAXIMUM.exec(part.trim()) ?? [];
    if (kind === undefined) return undefined;
    read[kind] = Number(characters);
  }
  return { ...defaultTextMaxima, ...read };
};

// the tables of fields need them when they are loaded; services refuse another form at their start
const maxima = parseTextMaxima(process.env.TEXT_MAXIMA ?? '') ?? defaultTextMaxima;

export const MAX_TITLE_LENGTH = maxima.title;
export const MAX_DESCRIPTION_LENGTH = maxima.description;
export const MAX_CONTENT_LENGTH = maxima.content;
