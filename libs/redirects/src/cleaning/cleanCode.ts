import type { ActionType } from '../rule.ts';

/** The statuses that a rule may have, for redirects and for errors. */
export const redirectCodes: readonly number[] = [301, 302, 303, 304, 307, 308];
export const errorCodes: readonly number[] = [400, 401, 403, 404, 410, 418, 451, 500, 501, 502, 503, 504];

/** Returns the status of a rule: the given one if its action allows it, else the action's default. */
export const cleanCode = (action: ActionType, sent: unknown): number => {
  if (action === 'pass' || action === 'nothing') return 0;
  const [allowed, usual] = action === 'error' ? [errorCodes, 404] : [redirectCodes, 301];
  const code = Number(sent);
  return allowed.includes(code) ? code : usual;
};
