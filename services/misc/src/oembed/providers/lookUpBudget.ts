import type { DomainError } from '@almanac/i18n';
import { type Limits, spendRequest } from '@almanac/service';
import { miscErrors } from '../../errors.ts';

/** Delay in seconds after which a look-up may be retried. */
const BUSY_S = 5;

/** Returns the error of too many concurrent look-ups; it reveals nothing about an address. */
export const lookUpsBusy = (): DomainError =>
  miscErrors.tooManyLookUps({ params: { seconds: BUSY_S }, data: { retry_after: BUSY_S } });

/** Limits the look-ups of each user, and the requests to each unlisted host (docs/interface/oembed.md §5, Limits). */
export const createLookUpBudget = (limits: Limits) => {
  const users = limits('look-up-user');
  const hosts = limits('look-up-host');
  /**
   * @param host undefined for listed providers, which expect such requests
   * @throws DomainError 429
   */
  return async (user: string, host: string | undefined): Promise<void> => {
    await spendRequest(users, user, miscErrors.tooManyLookUps);
    if (host !== undefined) await spendRequest(hosts, host, miscErrors.tooManyLookUps);
  };
};

export type LookUpBudget = ReturnType<typeof createLookUpBudget>;
