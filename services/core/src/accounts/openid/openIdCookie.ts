import { createHmac } from 'node:crypto';
import { openIdCookie, openIdOfCookie } from '@almanac/identity';
import { open, type SecretKey, seal } from '@almanac/secrets';
import { z } from 'zod';
import type { Administration } from '../sign-in/administrationPage.ts';

/** Lifetime of a sign-in at the provider, in seconds. */
const OPENID_SECONDS = 10 * 60;
const PLACE = 'openid';

/** A permission to connect an account, after its user has confirmed it; then the sign-in at the provider. */
const contentSchema = z.object({
  /** Id of the account to connect. */
  connects: z.number().optional(),
  /** Present after the browser was sent to the provider. */
  secrets: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }).optional(),
  /** Address to open after the sign-in. */
  back: z.string(),
  /** The language of the page on which the sign-in began. */
  language: z.string(),
  /** In milliseconds since the epoch. */
  until: z.number(),
});

/** The state of a sign-in at the provider, which only the browser stores. */
export type OpenIdState = Omit<z.output<typeof contentSchema>, 'until'>;

const keyOf = (secret: string): SecretKey => ({ id: '', bytes: createHmac('sha256', secret).update(PLACE).digest() });

/** Returns the cookie that stores the state, encrypted with the secret of the site. */
export const storedState = ({ core, request }: Administration, state: OpenIdState): string => {
  const content = { ...state, until: core.now().getTime() + OPENID_SECONDS * 1_000 };
  return openIdCookie(seal(keyOf(core.secret), PLACE, JSON.stringify(content)).text, request.site, OPENID_SECONDS);
};

/** Returns the state of the browser's sign-in; undefined if there is none, or if it has expired. */
export const stateOf = ({ core, request }: Administration): OpenIdState | undefined => {
  const text = openIdOfCookie(request.headers.cookie, request.site);
  if (text === undefined) return undefined;
  const opened = [core.secret, ...(core.otherSecrets ?? [])]
    .map((secret) => open(keyOf(secret), PLACE, { key: '', text }))
    .find((content) => content !== undefined);
  if (opened === undefined) return undefined;
  const { until, ...state } = contentSchema.parse(JSON.parse(opened));
  return until > core.now().getTime() ? state : undefined;
};

/** Returns the cookie that deletes the state. */
export const noState = ({ request }: Administration): string => openIdCookie('', request.site, 0);
