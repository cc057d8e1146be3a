import { DomainError } from '@almanac/domain';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export const budgetMessages = { spent: 'Too many addresses were looked up; try again in {seconds} seconds.' } as const;

/** Look-ups that leave the site, a minute (docs/interface/oembed.md §5, Limits). */
const A_USER = 30;
const A_HOST = 5;

/**
 * Keeps one user from making the site ask the world on and on, and the site from asking one unknown host so. Counts in this
 * process alone.
 */
export const createLookUpBudget = () => {
  const users = new RateLimiterMemory({ points: A_USER, duration: 60 });
  const hosts = new RateLimiterMemory({ points: A_HOST, duration: 60 });

  const spend = async (limiter: RateLimiterAbstract, key: string): Promise<void> => {
    try {
      await limiter.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.ceil(error.msBeforeNext / 1_000);
      throw new DomainError('rest_too_many_requests', 429, budgetMessages.spent, {
        params: { seconds },
        data: { retry_after: seconds },
      });
    }
  };

  /**
   * @param host undefined for providers of the list, which expect such questions
   * @throws DomainError 429
   */
  return async (user: string, host: string | undefined): Promise<void> => {
    await spend(users, user);
    if (host !== undefined) await spend(hosts, host);
  };
};

export type SpendLookUp = ReturnType<typeof createLookUpBudget>;
