import type { ActionType } from '../rule.ts';

/** The statuses of redirects, and of refusals, that a rule may have. */
export const redirectCodes: readonly number[] = [301, 302, 303, 304, 307, 308];
export const errorCodes: readonly number[] = [400, 401, 403, 404, 410, 418, 451, 500, 501, 502, 503, 504];

/** The status of a rule: the one that was sent if its action may have it, else the usual one of the action. */
export const cleanCode = (action: ActionType, sent: unknown): number => {
  if (action === 'pass' || action === 'nothing') return 0;
  const [allowed, usual] = action === 'error' ? [errorCodes, 404] : [redirectCodes, 301];
  const code = Number(sent);
  return allowed.includes(code) ? code : usual;
};
