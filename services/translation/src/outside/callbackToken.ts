import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Translation } from '../translation.ts';

type Secret = Pick<Translation, 'secret'>;

const macOf = (secret: string, jobId: number): Buffer =>
  createHmac('sha256', secret).update(`engine call back\n${jobId}`).digest();

/** What a call back about one revision must bear. */
export const callbackToken = (translation: Secret, jobId: number): string =>
  macOf(translation.secret, jobId).toString('hex');

/** Whether a token is of the secret of the site, or of the one before while that is changed. */
export const isCallbackToken = (
  { secret, oldSecret }: Pick<Translation, 'secret' | 'oldSecret'>,
  jobId: number,
  said: string,
): boolean =>
  /^[0-9a-f]{64}$/.test(said) &&
  [secret, oldSecret].some((key) => key !== undefined && timingSafeEqual(Buffer.from(said, 'hex'), macOf(key, jobId)));

/** Where the engine says that a revision is done; null where nobody has said under which address it finds the site. */
export const callbackOf = (
  translation: Pick<Translation, 'secret' | 'publicUrl' | 'restPrefix'>,
  jobId: number,
): string | null => {
  const { publicUrl, restPrefix } = translation;
  if (publicUrl === undefined) return null;
  return `${publicUrl}/en/${restPrefix}/i18n/tm/v1/ate/jobs/receive/${jobId}?t=${callbackToken(translation, jobId)}`;
};
