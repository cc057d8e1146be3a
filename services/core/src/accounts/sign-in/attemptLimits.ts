import { hash } from 'node:crypto';
import { DomainError } from '@almanac/domain';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Seconds over which failures are counted. */
const WINDOW = 15 * 60;

/** Failures with one name from one address, until the next is refused unheard. */
const MOST_OF_LOGIN = 10;
/** Failures from one address with whatever names. */
const MOST_OF_ADDRESS = 100;
/** How many application passwords of one name from one address are refused before the next attempt must wait. */
const MOST_OF_APPLICATION = 30;

export interface Attempt {
  readonly login: string;
  readonly ip: string;
}

/** Bounds guessing, in each process of core. Names and addresses are kept as hashes. */
export interface AttemptLimits {
  /** Counts an attempt to sign in before it is looked at. @throws DomainError 429, `data.retry_after` in seconds */
  attempt(attempt: Attempt): Promise<void>;
  /** The password was right, so the attempt does not count. */
  succeeded(attempt: Attempt): Promise<void>;
  /** Counts a refused application password; right ones are never kept waiting. @throws DomainError 429 */
  refused(attempt: Attempt): Promise<void>;
}

const keyOf = (...parts: readonly string[]): string => hash('sha256', parts.join('\n'), 'base64url');
const ofLogin = ({ login, ip }: Attempt): string => keyOf(login.trim().toLowerCase(), ip);
const ofAddress = ({ ip }: Attempt): string => keyOf(ip);

const tooMany = ({ msBeforeNext }: RateLimiterRes): DomainError =>
  new DomainError('too_many_attempts', 429, 'There were too many attempts; try again later.', {
    data: { retry_after: Math.max(Math.ceil(msBeforeNext / 1_000), 1) },
  });

const consume = async (limiter: RateLimiterMemory, key: string): Promise<void> => {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    throw refusal instanceof RateLimiterRes ? tooMany(refusal) : refusal;
  }
};

export const createAttemptLimits = (): AttemptLimits => {
  const limiter = (keyPrefix: string, points: number) => new RateLimiterMemory({ keyPrefix, points, duration: WINDOW });
  const logins = limiter('sign-in', MOST_OF_LOGIN);
  const addresses = limiter('address', MOST_OF_ADDRESS);
  const applications = limiter('application', MOST_OF_APPLICATION);
  return {
    attempt: async (attempt) => {
      await consume(addresses, ofAddress(attempt));
      await consume(logins, ofLogin(attempt));
    },
    succeeded: async (attempt) => {
      await logins.delete(ofLogin(attempt));
      await addresses.reward(ofAddress(attempt));
    },
    refused: (attempt) => consume(applications, ofLogin(attempt)),
  };
};
