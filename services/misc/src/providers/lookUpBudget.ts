import { DomainError } from '@almanac/domain';
import { type Limiter, LimitReachedError, type Limits } from '@almanac/service';

export const budgetMessages = { spent: 'Too many addresses were looked up; try again in {seconds} seconds.' } as const;

const spend = async (limiter: Limiter, who: string): Promise<void> => {
  try {
    await limiter.spend(who);
  } catch (error) {
    if (!(error instanceof LimitReachedError)) throw error;
    const { seconds } = error;
    throw new DomainError('rest_too_many_requests', 429, budgetMessages.spent, {
      params: { seconds },
      data: { retry_after: seconds },
    });
  }
};

/**
 * Keeps one user from making the site ask the world on and on, and the site from asking one unknown host so
 * (docs/interface/oembed.md §5, Limits).
 */
export const createLookUpBudget = (limits: Limits) => {
  const users = limits('look-up-user');
  const hosts = limits('look-up-host');
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
