import { createHash } from 'node:crypto';
import type { Entries } from '@almanac/documents';
import { type FetchingPorts, fetchText, PAGE } from '../oembed/providers/fetchText.ts';
import type { LookUpBudget } from '../oembed/providers/lookUpBudget.ts';
import { detailsOfPage, type UrlDetails } from './urlDetails.ts';

/** The details of a page, or the reason why there are none. */
export type UrlDetailsResult = { readonly details: UrlDetails } | { readonly none: 'no_response' | 'no_content' };

export interface DetailsPorts extends FetchingPorts {
  readonly entries: Entries;
  readonly now: () => Date;
  readonly spend: LookUpBudget;
}

const URL_DETAILS_KIND = 'url-details';
const HOUR = 60 * 60 * 1_000;
const MINUTES = 5 * 60 * 1_000;

/**
 * Returns the details of a page of another site, from the cache or by fetching the page (docs/interface/editor.md §1).
 * Details are cached for an hour, failures for five minutes.
 * @param user whose rate limit the request counts against
 * @throws DomainError 429
 */
export const detailsElsewhere = async (ports: DetailsPorts, url: URL, user: string): Promise<UrlDetailsResult> => {
  const { entries, now, spend } = ports;
  const { href, hostname } = withoutFragment(url);
  const id = createHash('sha256').update(href).digest('hex');
  const kept = await entries.get<UrlDetailsResult>(URL_DETAILS_KIND, id);
  if (kept !== undefined) return kept.body;
  await spend(user, hostname);
  const found = await ask(ports, href);
  const expiresAt = now().getTime() + ('none' in found ? MINUTES : HOUR);
  await entries.put<UrlDetailsResult>(URL_DETAILS_KIND, id, found, { expiresAt });
  return found;
};

const withoutFragment = (url: URL): URL => {
  const whole = new URL(url);
  whole.hash = '';
  return whole;
};

/** Fetches a page. Every failure has the same answer, so that the caller learns nothing about internal addresses. */
const ask = async (ports: FetchingPorts, address: string): Promise<UrlDetailsResult> => {
  const page = await fetchText(ports, address, PAGE);
  if (page?.status !== 200) return { none: 'no_response' };
  return page.body.length === 0 ? { none: 'no_content' } : { details: detailsOfPage(page) };
};
