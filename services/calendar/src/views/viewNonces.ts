import { anonymous, nonceFits, type Principal, sessionNonce } from '@almanac/identity';
import { type Html, html, trusted } from '@almanac/pages';
import { clockUntil, endOfMinute } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';

type Ports = Pick<Calendar, 'secret' | 'otherSecrets' | 'now'>;

const optionsOf = ({ secret, otherSecrets, now }: Ports) =>
  ({ action: 'view', secret, otherSecrets, now: now() }) as const;

/**
 * Returns the nonces of a view (docs/interface/views.md §2): the user's own, and that of visitors, with which the page
 * works after the session has ended. All visitors have the same nonce, so that caches can store their pages.
 */
const viewNonces = (principal: Principal, ports: Ports): { readonly tvn1: string; readonly tvn2: string } => ({
  tvn1: principal.kind === 'user' ? sessionNonce(principal, optionsOf(ports)) : '',
  // nonces change at noon and at midnight
  tvn2: sessionNonce(anonymous, optionsOf({ ...ports, now: () => clockUntil(ports.now, endOfMinute) })),
});

/** True if a request for a view has a valid nonce of its user, or of visitors. */
export const hasValidNonce = (
  { tvn1 = '', tvn2 = '' }: { readonly tvn1?: string | undefined; readonly tvn2?: string | undefined },
  principal: Principal,
  ports: Ports,
): boolean => {
  const options = optionsOf(ports);
  return [tvn1, tvn2].some((given) => nonceFits(given, principal, options) || nonceFits(given, anonymous, options));
};

/** Renders the element with the nonces for the script. They are base64url, so they cannot close the element. */
export const noncesElement = (principal: Principal, ports: Ports): Html =>
  html`<script type="application/json" data-js="cal-view-nonces">${trusted(JSON.stringify(viewNonces(principal, ports)))}</script>`;
