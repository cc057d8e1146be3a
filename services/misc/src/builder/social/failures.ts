import { DomainError } from '@almanac/i18n';
import { socialMessages } from './account.ts';

/** Delay in seconds before an unreachable provider is queried again. */
export const BACK_OFF_S = 60;

export const socialAway = (): DomainError =>
  new DomainError('social_remote_unavailable', 503, socialMessages.away, { data: { retry_after: BACK_OFF_S } });

export const reauthorize = (): DomainError => new DomainError('social_reauthorize', 409, socialMessages.reauthorize);
