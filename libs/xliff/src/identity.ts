import { createHmac, timingSafeEqual } from 'node:crypto';

/** A job as its file names it: the job, and which of its revisions. */
export interface JobRevision {
  readonly id: number;
  readonly jobId: number;
}

/** Distinguishes these digests from others that are made with the same key. */
const PURPOSE = 'almanac xliff';

/** Whose file it is, as `original` says it: nobody without the key can make a file pass for another job's or revision's. */
export const identityOf = (key: string, { id, jobId }: JobRevision): string => {
  const digest = createHmac('sha256', key).update(`${PURPOSE}\n${id}\n${jobId}`).digest('hex');
  return `${jobId}-${digest.slice(0, 32)}`;
};

export const isIdentity = (said: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(said), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
};
