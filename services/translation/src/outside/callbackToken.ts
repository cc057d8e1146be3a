import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Translation } from '../translation.ts';

type Secret = Pick<Translation, 'secret'>;

const macOf = ({ secret }: Secret, jobId: number): Buffer =>
  createHmac('sha256', secret).update(`engine call back\n${jobId}`).digest();

/** What a call back about one revision must bear. */
export const callbackToken = (translation: Secret, jobId: number): string => macOf(translation, jobId).toString('hex');

export const isCallbackToken = (translation: Secret, jobId: number, said: string): boolean =>
  /^[0-9a-f]{64}$/.test(said) && timingSafeEqual(Buffer.from(said, 'hex'), macOf(translation, jobId));

/** Where the engine says that a revision is done; null where nobody has said under which address it finds the site. */
export const callbackOf = (
  translation: Pick<Translation, 'secret' | 'publicUrl' | 'restPrefix'>,
  jobId: number,
): string | null => {
  const { publicUrl, restPrefix } = translation;
  if (publicUrl === undefined) return null;
  return `${publicUrl}/en/${restPrefix}/i18n/tm/v1/ate/jobs/receive/${jobId}?t=${callbackToken(translation, jobId)}`;
};
