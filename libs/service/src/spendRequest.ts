import { DomainError } from '@almanac/i18n';
import { type Limiter, LimitReachedError } from './limits.ts';

/** In the catalogues of the services that say it. */
export const tooManyRequests = 'Too many requests; try again in {seconds} seconds.';

/**
 * Counts one request of someone.
 * @param message what they are told who ask too often; it may name `{seconds}`
 * @throws DomainError 429 `rest_too_many_requests` where that is one too many
 */
export const spendRequest = async (limiter: Limiter, who: string, message: string = tooManyRequests): Promise<void> => {
  try {
    await limiter.spend(who);
  } catch (error) {
    if (!(error instanceof LimitReachedError)) throw error;
    const { seconds } = error;
    throw new DomainError('rest_too_many_requests', 429, message, {
      params: { seconds },
      data: { retry_after: seconds },
    });
  }
};
