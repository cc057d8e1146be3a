import { createHash } from 'node:crypto';
import type { Entries } from '@almanac/documents';

/** The limit of bytes of a text in an event; a larger text is stored beside the log, and events have its hash. */
const MAX_INLINE_BYTES = 64 * 1_024;

/** The kind of entries with texts by hash. */
export const TEXTS = 'translation-texts';

/** The kind of entries with the time of each text's last storage, by hash; a sweep deletes them (sweepTexts.ts). */
export const STORED_TEXT_KIND = 'translation-texts-kept';

export interface StoredTextEntry {
  /** Milliseconds from 1970. */
  readonly at: number;
}

/** A text of a unit in an event: the text itself, or the hash of a stored text. */
export type StoredText = string | { readonly hash: string };

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Returns the hash that identifies a text, inline or stored. */
export const digestOf = (text: StoredText): string => (typeof text === 'string' ? hashOf(text) : text.hash);

/** Reads and stores texts of units. Large ones are stored beside the log before the commit that names them. */
export interface UnitTexts {
  /** Returns the texts in the form of events; with `all`, each text is stored beside the log. */
  keep(texts: readonly string[], all?: boolean): Promise<StoredText[]>;
  read(texts: readonly StoredText[]): Promise<string[]>;
}

export const unitTexts = ({ entries, now }: { readonly entries: Entries; readonly now: () => Date }): UnitTexts => ({
  keep: async (texts, all = false) => {
    const stored = texts.map((text): StoredText => {
      const isKept = text !== '' && (all || Buffer.byteLength(text) > MAX_INLINE_BYTES);
      return isKept ? { hash: hashOf(text) } : text;
    });
    const kept = stored.flatMap((each, index) =>
      typeof each === 'string' ? [] : [{ id: each.hash, body: { text: texts[index] } }],
    );
    if (kept.length > 0) {
      const at: StoredTextEntry = { at: now().getTime() };
      await entries.putAll(
        STORED_TEXT_KIND,
        kept.map(({ id }) => ({ id, body: at })),
      );
      // Existing texts are stored again: a concurrent sweep that has read the old revision then keeps them.
      await entries.putAll(TEXTS, kept);
    }
    return stored;
  },
  read: (texts) =>
    Promise.all(
      texts.map(async (each) => {
        if (typeof each === 'string') return each;
        const entry = await entries.get<{ readonly text: string }>(TEXTS, each.hash);
        if (entry === undefined) throw new Error(`the text ${each.hash} is not kept`);
        return entry.body.text;
      }),
    ),
});
