/** Maximum characters of a title or a name (docs/interface/texts.md §11). */
export const MAX_TITLE_LENGTH = 1_000;

/** Maximum characters of an excerpt, a caption, a description of a term, user or medium, and a text of `meta`. */
export const MAX_DESCRIPTION_LENGTH = 65_536;

/** Maximum characters of the content of a post, a page, an event, a venue or an organizer. */
export const MAX_CONTENT_LENGTH = 1_048_576;
