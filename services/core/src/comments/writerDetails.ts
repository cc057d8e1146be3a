import { createHmac } from 'node:crypto';
import type { Entries } from '@almanac/documents';

/** Private data about the writer of a comment, which no log, document or event contains. */
export interface WriterDetails {
  readonly email: string;
  readonly ip: string;
  readonly userAgent: string;
}

export const COMMENT_WRITER_KIND = 'comment-writer';

/** Comments by a keyed hash of the sent e-mail address: `{hash}/{id of the comment}`. */
export const COMMENT_EMAIL_KIND = 'comment-email';

/** Maximum number of comments that are found by a sent address. */
const MAX_FOUND = 500;

/** Milliseconds for which the details are kept. */
const LIFETIME_MS = 90 * 86_400_000;

interface DetailsPorts {
  readonly entries: Entries;
  readonly secret: string;
  readonly now: () => Date;
}

const hashOf = (email: string, secret: string): string =>
  createHmac('sha256', secret).update(`comment-email/${email.toLowerCase()}`).digest('base64url');

const keyOf = (email: string, { secret, id }: { readonly secret: string; readonly id: number }): string =>
  `${hashOf(email, secret)}/${id}`;

/** Stores the details before the commit that writes the comment; they expire by themselves. */
export const keepDetails = async (
  { entries, secret, now }: DetailsPorts,
  id: number,
  details: WriterDetails,
): Promise<void> => {
  const lifetime = { expiresAt: now().getTime() + LIFETIME_MS };
  const { email: former } = await detailsOf(entries, id);
  if (former !== '' && former !== details.email)
    await entries.delete(COMMENT_EMAIL_KIND, keyOf(former, { secret, id }));
  await entries.put(COMMENT_WRITER_KIND, String(id), details, lifetime);
  if (details.email !== '')
    await entries.put(COMMENT_EMAIL_KIND, keyOf(details.email, { secret, id }), { id }, lifetime);
};

/** Returns the ids of comments that were sent with this address, ignoring case: at most 500. */
export const sentWithEmail = async (
  { entries, secret }: Pick<DetailsPorts, 'entries' | 'secret'>,
  email: string,
): Promise<readonly number[]> => {
  const prefix = `${hashOf(email, secret)}/`;
  const found = await entries.list<{ readonly id: number }>(COMMENT_EMAIL_KIND, { prefix, limit: MAX_FOUND });
  const ids = found.map(({ body }) => body.id);
  const details = await Promise.all(ids.map((id) => detailsOf(entries, id)));
  // the address of a comment may have been changed
  return ids.filter((_, at) => details[at]?.email.toLowerCase() === email.toLowerCase());
};

export const detailsOf = async (entries: Entries, id: number): Promise<WriterDetails> =>
  (await entries.get<WriterDetails>(COMMENT_WRITER_KIND, String(id)))?.body ?? { email: '', ip: '', userAgent: '' };

/** Deletes the details of a comment, and the entry that finds it by its address. */
export const forgetDetails = async (
  { entries, secret }: Pick<DetailsPorts, 'entries' | 'secret'>,
  id: number,
): Promise<void> => {
  const { email } = await detailsOf(entries, id);
  if (email !== '') await entries.delete(COMMENT_EMAIL_KIND, keyOf(email, { secret, id }));
  await entries.delete(COMMENT_WRITER_KIND, String(id));
};
