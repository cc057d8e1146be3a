import type { GetTextTranslation, GetTextTranslationRecord } from 'gettext-parser';

/** Entries by context and msgid, as `gettext-parser` has them; any text can be a key. */
export const tableOf = (entries: Iterable<GetTextTranslation>): GetTextTranslationRecord => {
  const contexts = new Map<string, Map<string, GetTextTranslation>>();
  for (const entry of entries) {
    const context = contexts.get(entry.msgctxt ?? '') ?? new Map<string, GetTextTranslation>();
    contexts.set(entry.msgctxt ?? '', context.set(entry.msgid, entry));
  }
  return Object.fromEntries([...contexts].map(([context, byId]) => [context, Object.fromEntries(byId)]));
};
