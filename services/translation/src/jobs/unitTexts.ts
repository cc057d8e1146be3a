import { createHash } from 'node:crypto';
import type { Entries } from '@almanac/documents';

/** Texts of more bytes are kept beside the log, and events name them by their hash. */
const MOST_IN_EVENTS = 64 * 1_024;

/** Texts by their hash. */
export const TEXTS = 'translation-texts';

/** When each text that nobody has looked for in the log yet was last kept, by its hash (sweepTexts.ts). */
export const KEPT_TEXTS = 'translation-texts-kept';

export interface KeptText {
  /** Milliseconds. */
  readonly at: number;
}

/** A text of a unit in an event: itself, or the hash of one that is kept. */
export type StoredText = string | { readonly hash: string };

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** What a text is recognised by, wherever it is kept. */
export const digestOf = (text: StoredText): string => (typeof text === 'string' ? hashOf(text) : text.hash);

/** Texts of units, large ones kept beside the log before the commit that names them. */
export interface UnitTexts {
  /** The texts as events bear them; with `all` each of them is kept beside the log. */
  keep(texts: readonly string[], all?: boolean): Promise<StoredText[]>;
  read(texts: readonly StoredText[]): Promise<string[]>;
}

export const unitTexts = ({ entries, now }: { readonly entries: Entries; readonly now: () => Date }): UnitTexts => ({
  keep: async (texts, all = false) => {
    const stored = texts.map((text): StoredText => {
      const isKept = text !== '' && (all || Buffer.byteLength(text) > MOST_IN_EVENTS);
      return isKept ? { hash: hashOf(text) } : text;
    });
    const kept = stored.flatMap((each, index) =>
      typeof each === 'string' ? [] : [{ id: each.hash, body: { text: texts[index] } }],
    );
    if (kept.length > 0) {
      const at: KeptText = { at: now().getTime() };
      await entries.putAll(
        KEPT_TEXTS,
        kept.map(({ id }) => ({ id, body: at })),
      );
      // put again where they are there: a sweep that has looked at the former revision leaves this one
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
