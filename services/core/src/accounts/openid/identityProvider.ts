import type { Role } from '@almanac/identity';
import { roles as allRoles } from '@almanac/identity';
import { createOutgoing, httpsPolicy, OutgoingError, originPolicy, type Policy } from '@almanac/outgoing';
import { isObject } from '@almanac/rest';
import { plainName, plainText } from '@almanac/text';
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import { z } from 'zod';
import { type OpenId, OpenIdError, type OpenIdPerson } from '../users/openIdPort.ts';
import type { OpenIdSettings } from './openIdSettings.ts';

export interface OpenIdOptions {
  /** The policy for endpoints at other origins than the issuer's. */
  readonly policy: Policy;
  readonly now: () => Date;
  /** Timeout of a request to the provider, in milliseconds; default 5,000. */
  readonly timeout?: number;
}

const TIMEOUT_MS = 5_000;
/** Milliseconds after which the provider's metadata are requested again. */
const METADATA_LIFETIME_MS = 60 * 60_000;
/** Milliseconds after which metadata are requested again that could not be read. */
const RETRY_MS = 2_000;
/** Seconds by which the provider's clock may differ. */
const CLOCK_TOLERANCE_SECONDS = 30;
const SCOPE = 'openid email profile';
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** Creates a client of the identity provider. Its library is loaded at the first sign-in. */
export const createOpenId = (settings: OpenIdSettings, options: OpenIdOptions): OpenId => {
  const { redirectUri, name, createsUsers } = settings;
  const configuration = keptConfiguration(settings, options);
  return {
    name,
    createsUsers,
    begin: (choosesAccount) =>
      withReasons(async () => {
        const client = await import('openid-client');
        const config = await configuration();
        const secrets = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        };
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: SCOPE,
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
          code_challenge_method: 'S256',
          ...(choosesAccount && { prompt: 'select_account' }),
        });
        return { url: url.href, ...secrets };
      }),
    finish: (query, { state, nonce, verifier }) =>
      withReasons(async () => {
        const client = await import('openid-client');
        const config = await configuration();
        const tokens = await client.authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new OpenIdError('refused', 'the answer has no ID token');
        const isComplete = claims.email !== undefined && (settings.roles === undefined || hasRoles(settings, claims));
        const more =
          isComplete || config.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await client.fetchUserInfo(config, tokens.access_token, claims.sub);
        return personOf(settings, { ...more, ...claims });
      }),
    check: async () => {
      await withReasons(configuration);
      return undefined;
    },
  };
};

/** Returns a function that returns the provider's metadata, at most an hour old. */
const keptConfiguration = (settings: OpenIdSettings, options: OpenIdOptions): (() => Promise<Configuration>) => {
  let kept: { readonly asked: Promise<Configuration>; until: number } | undefined;
  return () => {
    const at = options.now().getTime();
    if (kept !== undefined && kept.until > at) return kept.asked;
    const entry = { asked: discover(settings, options), until: at + METADATA_LIFETIME_MS };
    kept = entry;
    entry.asked.catch(() => {
      entry.until = options.now().getTime() + RETRY_MS;
    });
    return entry.asked;
  };
};

/** Requests the provider's metadata. Without them no sign-in is possible, so every failure is `unavailable`. */
const discover = async (settings: OpenIdSettings, options: OpenIdOptions): Promise<Configuration> => {
  const client = await import('openid-client');
  const issuer = new URL(settings.issuer);
  const metadata = { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  try {
    return await client.discovery(issuer, settings.clientId, metadata, clientAuth(client, settings.clientSecret), {
      [client.customFetch]: guardedFetch(issuer, options),
      // verifies signatures of ID tokens, although they come from the provider itself
      execute: [
        client.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    });
  } catch (error) {
    throw new OpenIdError('unavailable', detailOf(error), { cause: error });
  }
};

type Library = typeof import('openid-client');

/** Sends the secret in the form that the provider names: in the body, else in the header `Authorization`. */
const clientAuth = (client: Library, secret: string | undefined): ClientAuth => {
  if (secret === undefined) return client.None();
  const [inBody, inHeader] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)];
  return (provider, ...more) =>
    provider.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
      ? inBody(provider, ...more)
      : inHeader(provider, ...more);
};

/** Returns a fetch for the library: the issuer's origin may be private, other endpoints follow the site's policy. */
const guardedFetch = ({ origin, href }: URL, { policy, timeout = TIMEOUT_MS }: OpenIdOptions): CustomFetch => {
  const limits = { timeout, redirects: 0 };
  const own = createOutgoing({ ...limits, policy: originPolicy(href) });
  const others = createOutgoing({ ...limits, policy: httpsPolicy(policy) });
  return async (url, { method, headers, body, signal }) => {
    const { accept = '*/*', authorization, 'content-type': type } = headers;
    const client = new URL(url).origin === origin ? own : others;
    const answer = await client.fetch(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      accept,
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(type !== undefined && { 'content-type': type }),
      },
      ...(body instanceof URLSearchParams || typeof body === 'string' ? { content: body.toString() } : {}),
      signal,
    });
    const content = BODILESS.has(answer.status) ? null : new Uint8Array(answer.body);
    const answered = answer.headers['content-type'];
    return new Response(content, {
      status: answer.status,
      headers: answered === undefined ? {} : { 'content-type': answered },
    });
  };
};

/** Returns the names of an error and of its causes, without texts of the provider. */
const detailOf = (error: unknown): string => {
  if (error instanceof OutgoingError) return error.reason;
  if (!isObject(error)) return 'unknown';
  const own = [error.code, error.error].filter((part) => typeof part === 'string' && /^[\w.-]{1,60}$/.test(part));
  return own.join(' ') || (error.cause === undefined ? 'invalid' : detailOf(error.cause));
};

/** True if the provider could not be reached, or did not answer in time. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof OutgoingError ||
  (isObject(error) && (error.code === 'OAUTH_TIMEOUT' || (error.cause !== undefined && isUnreachable(error.cause))));

const isDenied = (error: unknown): boolean => isObject(error) && error.error === 'access_denied';

/** Converts errors of the library. @throws OpenIdError */
const withReasons = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  try {
    return await run();
  } catch (error) {
    if (error instanceof OpenIdError) throw error;
    const reason = isUnreachable(error) ? 'unavailable' : isDenied(error) ? 'denied' : 'refused';
    throw new OpenIdError(reason, detailOf(error), { cause: error });
  }
};

type Claims = Readonly<Record<string, unknown>>;

/** Returns a claim by its name, or by a path such as `realm_access.roles`. */
const claimAt = (claims: Claims, path: string): unknown => {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      claims,
    );
};

const hasRoles = ({ rolesClaim }: OpenIdSettings, claims: Claims): boolean => claimAt(claims, rolesClaim) !== undefined;

/** Returns the roles of a person, in the order of roles; undefined if the provider decides none. */
const rolesOf = ({ roles, rolesClaim }: OpenIdSettings, claims: Claims): readonly Role[] | undefined => {
  if (roles === undefined) return undefined;
  const given = ['*', claimAt(claims, rolesClaim)].flat();
  const mapped = new Set(given.map((value) => roles.get(String(value))));
  return allRoles.filter((role) => mapped.has(role));
};

const verifiedEmail = z.email().max(100);
const LONGEST_NAME = 200;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, LONGEST_NAME) : '');

const personOf = (
  settings: OpenIdSettings,
  claims: Claims & { readonly iss: string; readonly sub: string },
): OpenIdPerson => {
  // some providers write true as a text
  const isVerified = claims.email_verified === true || claims.email_verified === 'true';
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: isVerified ? verifiedEmail.safeParse(claims.email).data : undefined,
    name: plainName(textOf(claims.name)),
    firstName: plainText(textOf(claims.given_name)),
    lastName: plainText(textOf(claims.family_name)),
    roles: rolesOf(settings, claims),
  };
};
