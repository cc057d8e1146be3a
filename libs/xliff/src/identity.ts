import { createHmac, timingSafeEqual } from 'node:crypto';

/** A revision of a translation job, as its file names it. */
export interface JobRevision {
  readonly id: number;
  readonly jobId: number;
}

/** Distinguishes these digests from others with the same key. */
const PURPOSE = 'almanac xliff';

/**
 * Returns the identity of a revision, for `original`: nobody without the key can forge it for another job or revision.
 */
export const identityOf = (key: string, { id, jobId }: JobRevision): string => {
  const digest = createHmac('sha256', key).update(`${PURPOSE}\n${id}\n${jobId}`).digest('hex');
  return `${jobId}-${digest.slice(0, 32)}`;
};

export const isIdentity = (said: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(said), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
};
