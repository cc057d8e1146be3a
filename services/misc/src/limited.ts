import { type Limiter, spendRequest } from '@almanac/service';

export const limitedMessages = { spent: 'Too many requests; try again in {seconds} seconds.' } as const;

/** Counts one request of someone. @throws DomainError 429 `rest_too_many_requests` where that is one too many */
export const spend = (limiter: Limiter, who: string, message: string = limitedMessages.spent): Promise<void> =>
  spendRequest(limiter, who, message);
