import { tooManyAttempts } from '@almanac/rest';
import { type Limiter, LimitReachedError, type Limits, networkOf } from '@almanac/service';

export interface Attempt {
  readonly login: string;
  readonly ip: string;
}

/** Limits password guessing (docs/adr/0029). IPv6 addresses of one network count as one. */
export interface AttemptLimits {
  /** Counts an attempt to sign in before it is checked. @throws DomainError 429, `data.retry_after` in seconds */
  attempt(attempt: Attempt): Promise<void>;
  /** Uncounts an attempt whose password was right, and clears the failures of its name. */
  succeeded(attempt: Attempt): Promise<void>;
  /** Counts a request for a mail with a link, whether or not the name is known. @throws DomainError 429 */
  askedForMail(attempt: Attempt): Promise<void>;
  /** Counts a refused application password; valid ones are never limited. @throws DomainError 429 */
  refused(attempt: Attempt): Promise<void>;
}

const nameOf = ({ login }: Attempt): string => login.trim().toLowerCase();
const networkOfAttempt = ({ ip }: Attempt): string => networkOf(ip);

const spend = async (limiter: Limiter, ...who: readonly string[]): Promise<void> => {
  try {
    await limiter.spend(...who);
  } catch (error) {
    throw error instanceof LimitReachedError ? tooManyAttempts(error.seconds) : error;
  }
};

export const createAttemptLimits = (limits: Limits): AttemptLimits => {
  const names = limits('sign-in-name');
  const networks = limits('sign-in-network');
  const mails = limits('password-mail');
  const mailedNames = limits('password-mail-name');
  const applications = limits('application-password');
  return {
    attempt: async (attempt) => {
      await spend(networks, networkOfAttempt(attempt));
      await spend(names, nameOf(attempt), networkOfAttempt(attempt));
    },
    succeeded: async (attempt) => {
      await names.forget(nameOf(attempt), networkOfAttempt(attempt));
      await networks.giveBack(networkOfAttempt(attempt));
    },
    askedForMail: async (attempt) => {
      await spend(mails, networkOfAttempt(attempt));
      await spend(mailedNames, nameOf(attempt));
    },
    refused: (attempt) => spend(applications, nameOf(attempt), networkOfAttempt(attempt)),
  };
};
