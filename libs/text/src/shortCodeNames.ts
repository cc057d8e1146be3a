/** The known short codes (docs/interface/texts.md §6); every other `[word]` is text. */
export const SHORT_CODE_NAMES = ['caption', 'core_caption', 'gallery', 'playlist', 'audio', 'video', 'embed'] as const;

export type ShortCodeName = (typeof SHORT_CODE_NAMES)[number];
