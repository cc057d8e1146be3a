import { createHmac, timingSafeEqual } from 'node:crypto';
import { defaultLanguage } from '@almanac/i18n';
import type { Translation } from '../translation.ts';

type Secret = Pick<Translation, 'secret'>;

const macOf = (secret: string, jobId: number): Buffer =>
  createHmac('sha256', secret).update(`engine call back\n${jobId}`).digest();

/** Returns the token that a callback about a revision must have. */
export const callbackToken = (translation: Secret, jobId: number): string =>
  macOf(translation.secret, jobId).toString('hex');

/** True if the token was made with the site's secret, or with another accepted one during a rotation. */
export const isCallbackToken = (
  { secret, otherSecrets = [] }: Pick<Translation, 'secret' | 'otherSecrets'>,
  jobId: number,
  said: string,
): boolean =>
  /^[0-9a-f]{64}$/.test(said) &&
  [secret, ...otherSecrets].some((key) => timingSafeEqual(Buffer.from(said, 'hex'), macOf(key, jobId)));

/** Returns the URL that the engine calls when a revision is done; null if the site's public address is not set. */
export const callbackOf = (
  translation: Pick<Translation, 'secret' | 'publicUrl' | 'restPrefix'>,
  jobId: number,
): string | null => {
  const { publicUrl, restPrefix } = translation;
  if (publicUrl === undefined) return null;
  return `${publicUrl}/${defaultLanguage()}/${restPrefix}/i18n/tm/v1/ate/jobs/receive/${jobId}?t=${callbackToken(translation, jobId)}`;
};
