import { DomainError } from '@almanac/domain';
import { type Limiter, LimitReachedError } from '@almanac/service';

export const limitedMessages = { spent: 'Too many requests; try again in {seconds} seconds.' } as const;

/**
 * Counts one request of someone.
 * @throws DomainError 429 `rest_too_many_requests` where that is one too many
 */
export const spend = async (limiter: Limiter, who: string): Promise<void> => {
  try {
    await limiter.spend(who);
  } catch (error) {
    if (!(error instanceof LimitReachedError)) throw error;
    const { seconds } = error;
    throw new DomainError('rest_too_many_requests', 429, limitedMessages.spent, {
      params: { seconds },
      data: { retry_after: seconds },
    });
  }
};
