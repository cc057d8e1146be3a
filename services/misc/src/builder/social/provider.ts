import { createOutgoing, jsonOf, type Outgoing, OutgoingError, originPolicy } from '@almanac/outgoing';
import { isObject } from '@almanac/rest';
import { type OwnSettings, outsideAddress, readEnvironment } from '@almanac/service';
import { z } from 'zod';
import type { SocialProfile } from './account.ts';
import { type Media, mediaPage, profileAnswer, tokenAnswer } from './providerAnswers.ts';

/** A token issued by the provider; `expiresIn` in seconds, undefined if not reported. */
export interface GivenToken {
  readonly token: string;
  readonly expiresIn: number | undefined;
}

/** `refused`: the provider does not accept the token. `away`: no answer, a rate limit, or any other answer. */
type Failure = 'refused' | 'away';

/** The provider of a social feed, as the operator configured it. */
export interface SocialProvider {
  readonly isConfigured: boolean;
  profile(token: string): Promise<SocialProfile | Failure>;
  /** Exchanges a token that may be short-lived for a long-lived one. */
  exchange(token: string): Promise<GivenToken | Failure>;
  renew(token: string): Promise<GivenToken | Failure>;
  /** Returns the account's media, newest first, at most `most` of them. */
  media(token: string, most: number): Promise<readonly Media[] | Failure>;
}

export interface ProviderSettings {
  readonly url: string;
  /** Timeout in milliseconds for all pages of the media, any number of which may be empty; default 60,000. */
  readonly mediaTimeout?: number;
  /** Credentials of this site's application at the provider. */
  readonly app?: { readonly id: string; readonly secret: string } | undefined;
}

const PAGE = 50;
/** Maximum requests for one feed: a provider may answer with empty pages forever. */
const MAX_PAGES = 20;
const TIMEOUT_MS = 8_000;
const CHILD = 'id,media_type,media_url,thumbnail_url,permalink';
const MEDIA = `id,caption,media_type,media_url,permalink,thumbnail_url,timestamp,children{${CHILD}}`;
/** Error code of the provider for an expired or revoked token. */
const TOKEN_ERROR = 190;

type Query = Readonly<Record<string, string | number>>;

/** Returns the provider at an address. Requests go only to that origin, never to addresses in its answers. */
export const providerAt = (
  { url, app, mediaTimeout = 60_000 }: ProviderSettings,
  outgoing: Outgoing = createOutgoing({ policy: originPolicy(url) }),
): SocialProvider => {
  const ask = async <T>(
    path: string,
    query: Query,
    schema: z.ZodType<T>,
    { token, signal }: { readonly token?: string; readonly signal?: AbortSignal } = {},
  ): Promise<T | Failure> => {
    const target = new URL(`${url.replace(/(?<!\/)\/+$/, '')}/${path}`);
    for (const [name, value] of Object.entries(query)) target.searchParams.set(name, String(value));
    try {
      const { status, body } = await outgoing.fetch(target, {
        accept: 'application/json',
        timeout: TIMEOUT_MS,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        signal,
      });
      const said = jsonOf(body);
      if (status !== 200) return isRefusal(status, said) ? 'refused' : 'away';
      return schema.safeParse(said).data ?? 'away';
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      return 'away';
    }
  };

  const media = async (token: string, most: number): Promise<readonly Media[] | Failure> => {
    const found: Media[] = [];
    const signal = AbortSignal.timeout(mediaTimeout);
    let after: string | undefined;
    for (let pages = 0; pages < MAX_PAGES && found.length < most; pages++) {
      const query = { fields: MEDIA, limit: PAGE, ...(after !== undefined && { after }) };
      const page = await ask('me/media', query, mediaPage, { token, signal });
      if (typeof page === 'string') return page;
      found.push(...page.media);
      if (page.after === undefined || page.after === after) break;
      after = page.after;
    }
    return [...new Map(found.map((each) => [each.item.id, each])).values()].slice(0, most);
  };

  return {
    isConfigured: true,
    profile: (token) => ask('me', { fields: 'user_id,username,account_type' }, profileAnswer, { token }),
    exchange: async (token) => {
      if (app === undefined) return 'refused';
      const query = { client_id: app.id, client_secret: app.secret, access_token: token };
      return ask('access_token', { grant_type: 'ig_exchange_token', ...query }, tokenAnswer);
    },
    renew: (token) => ask('refresh_access_token', { grant_type: 'ig_refresh_token', access_token: token }, tokenAnswer),
    media,
  };
};

const away = async (): Promise<'away'> => 'away';

export const noProvider: SocialProvider = {
  isConfigured: false,
  profile: away,
  exchange: away,
  renew: away,
  media: away,
};

const isRefusal = (status: number, said: unknown): boolean =>
  status === 401 || (isObject(said) && isObject(said.error) && said.error.code === TOKEN_ERROR);

const variables = z
  .object({
    /** Address of the provider's API. */
    SOCIAL_URL: outsideAddress.optional(),
    SOCIAL_APP_ID: z.string().min(1).optional(),
    SOCIAL_APP_SECRET: z.string().min(1).optional(),
  })
  .refine((own) => (own.SOCIAL_APP_ID === undefined) === (own.SOCIAL_APP_SECRET === undefined), {
    message: 'SOCIAL_APP_ID and SOCIAL_APP_SECRET go together',
    path: ['SOCIAL_APP_SECRET'],
  });

/**
 * Returns the provider of the social feed as configured.
 * @throws ConfigurationError
 */
export const readSocialProvider = (own: OwnSettings): SocialProvider => {
  const { SOCIAL_URL: url, SOCIAL_APP_ID: id, SOCIAL_APP_SECRET: secret } = readEnvironment(variables, own);
  if (url === undefined) return noProvider;
  return providerAt({ url, app: id === undefined || secret === undefined ? undefined : { id, secret } });
};
