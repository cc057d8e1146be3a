import type { Entries } from '@almanac/documents';

/** Private data about the writer of a comment, which no log, document or event contains. */
export interface WriterDetails {
  readonly email: string;
  readonly ip: string;
  readonly userAgent: string;
}

export const COMMENT_WRITER_KIND = 'comment-writer';

/** Milliseconds for which the details are kept. */
const LIFETIME_MS = 90 * 86_400_000;

/** Stores the details before the commit that writes the comment; they expire by themselves. */
export const keepDetails = async (
  { entries, now }: { readonly entries: Entries; readonly now: () => Date },
  id: number,
  details: WriterDetails,
): Promise<void> => {
  await entries.put(COMMENT_WRITER_KIND, String(id), details, { expiresAt: now().getTime() + LIFETIME_MS });
};

export const detailsOf = async (entries: Entries, id: number): Promise<WriterDetails> =>
  (await entries.get<WriterDetails>(COMMENT_WRITER_KIND, String(id)))?.body ?? { email: '', ip: '', userAgent: '' };

export const forgetDetails = async (entries: Entries, id: number): Promise<void> => {
  await entries.delete(COMMENT_WRITER_KIND, String(id));
};
