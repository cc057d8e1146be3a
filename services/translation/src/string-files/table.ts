import type { GetTextTranslation, GetTextTranslationRecord } from 'gettext-parser';

/** Returns entries by context and msgid, in the form of `gettext-parser`. Any text is a valid key. */
export const tableOf = (entries: Iterable<GetTextTranslation>): GetTextTranslationRecord => {
  const contexts = new Map<string, Map<string, GetTextTranslation>>();
  for (const entry of entries) {
    const context = contexts.get(entry.msgctxt ?? '') ?? new Map<string, GetTextTranslation>();
    contexts.set(entry.msgctxt ?? '', context.set(entry.msgid, entry));
  }
  return Object.fromEntries([...contexts].map(([context, byId]) => [context, Object.fromEntries(byId)]));
};
