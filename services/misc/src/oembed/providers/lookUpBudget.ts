import { DomainError } from '@almanac/i18n';
import { type Limits, spendRequest } from '@almanac/service';

export const budgetMessages = { spent: 'Too many addresses were looked up; try again in {seconds} seconds.' } as const;

/** Seconds after which a look-up has a place again, unless others take it. */
const BUSY_S = 5;

/** The refusal of a look-up while too many others run and wait: it says nothing of an address. */
export const lookUpsBusy = (): DomainError =>
  new DomainError('rest_too_many_requests', 429, budgetMessages.spent, {
    params: { seconds: BUSY_S },
    data: { retry_after: BUSY_S },
  });

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
    await spendRequest(users, user, budgetMessages.spent);
    if (host !== undefined) await spendRequest(hosts, host, budgetMessages.spent);
  };
};

export type SpendLookUp = ReturnType<typeof createLookUpBudget>;
