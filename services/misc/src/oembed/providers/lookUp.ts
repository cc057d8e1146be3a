import { createHash } from 'node:crypto';
import type { Entries } from '@almanac/documents';
import type { Provider } from './allowList.ts';
import { askProvider, discoverEndpoint } from './askProvider.ts';
import type { FetchingPorts } from './fetchText.ts';
import type { LookUpBudget } from './lookUpBudget.ts';
import type { OembedDocument } from './oembedDocument.ts';
import { resultHtml } from './resultHtml.ts';

/** A request for the embed data of an external address; also the key of its cached result. */
export interface LookUp {
  readonly url: string;
  readonly format: string;
  readonly maxwidth: number;
  readonly maxheight: number | undefined;
  readonly discover: boolean;
}

export interface LookUpPorts extends FetchingPorts {
  readonly entries: Entries;
  readonly now: () => Date;
  readonly newSecret: () => string;
  readonly providerOf: (url: string) => Provider | undefined;
  readonly spend: LookUpBudget;
}

const OEMBED_CACHE_KIND = 'oembed';
const DAY = 24 * 60 * 60 * 1_000;
const MINUTES = 5 * 60 * 1_000;

/** 1.5 times a content width of 500 (docs/interface/oembed.md §5, Provider fetch). */
const DEFAULT_HEIGHT = 750;

type CachedDocument = { readonly data: OembedDocument | null };

/** Returns the cached embed data of a request: null if nothing was found, undefined if nothing is cached. */
export const cachedLookUp = async (entries: Entries, wanted: LookUp): Promise<OembedDocument | null | undefined> =>
  (await entries.get<CachedDocument>(OEMBED_CACHE_KIND, digestOf(wanted)))?.body.data;

/**
 * Queries a listed provider, or the one that the page names. The result is cached for a day, a failure for five
 * minutes.
 * @param user whose rate limit the request counts against
 * @throws DomainError 429; the reason of the signal if the client disconnects
 */
export const lookUp = async (ports: LookUpPorts, wanted: LookUp, user: string): Promise<OembedDocument | undefined> => {
  const provider = ports.providerOf(wanted.url);
  if (provider === undefined && !wanted.discover) return undefined;
  await ports.spend(user, provider === undefined ? new URL(wanted.url).hostname : undefined);
  const endpoint = provider?.endpoint ?? (await discoverEndpoint(ports, wanted.url));
  const found = endpoint === undefined ? undefined : await askedAt(ports, endpoint, wanted);
  const data = found === undefined ? undefined : shownBy(ports, found, { ...wanted, trusted: provider !== undefined });
  const expiresAt = ports.now().getTime() + (data === undefined ? MINUTES : DAY);
  await ports.entries.put<CachedDocument>(OEMBED_CACHE_KIND, digestOf(wanted), { data: data ?? null }, { expiresAt });
  return data;
};

const askedAt = (ports: LookUpPorts, endpoint: string, { url, maxwidth, maxheight }: LookUp) =>
  askProvider(ports, endpoint, { url, maxwidth, maxheight: maxheight ?? DEFAULT_HEIGHT });

const shownBy = (
  { newSecret }: LookUpPorts,
  found: OembedDocument,
  { url, trusted }: { readonly url: string; readonly trusted: boolean },
): OembedDocument => ({ ...found, html: resultHtml(found, { url, trusted, secret: newSecret() }) });

const digestOf = ({ url, format, maxwidth, maxheight, discover }: LookUp): string =>
  createHash('sha256')
    .update(JSON.stringify([url, format, maxwidth, maxheight ?? null, discover]))
    .digest('hex');
