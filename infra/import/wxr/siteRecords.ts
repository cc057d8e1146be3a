import type { RecordKind } from '../../aliases/foreignNames.ts';
import { RefusedError, type SiteClient } from '../siteClient.ts';

/** A record of the site, with the members that all kinds have. */
export interface SiteRecord {
  readonly id: number;
  readonly slug: string;
  readonly status: string;
  readonly date: string;
  readonly modified: string;
  readonly link: string;
}

type Answer = Omit<SiteRecord, 'link'> & { readonly link?: string; readonly url?: string };

export const PATHS: Readonly<Record<RecordKind, string>> = {
  post: '/core/v2/posts',
  page: '/core/v2/pages',
  medium: '/core/v2/media',
  event: '/cal/events/v1/events',
  venue: '/cal/events/v1/venues',
  organizer: '/cal/events/v1/organizers',
};

/** Returns a path with the language of a request; unchanged for the language of the site's address. */
export const inLanguage = (path: string, language: string | undefined): string =>
  language === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}i18n_language=${language}`;

/** Returns an answer about a record, whose address has another name in each interface. */
export const siteRecord = ({ link, url, ...record }: Answer): SiteRecord => ({ ...record, link: link ?? url ?? '' });

/** Reads a record. Returns `trashed` for a record in the trash that cannot be read, undefined for a deleted one. */
export const readRecord = async (
  site: SiteClient,
  kind: RecordKind,
  id: number,
): Promise<SiteRecord | 'trashed' | undefined> => {
  try {
    const answer = siteRecord(await site.request<Answer>('GET', `${PATHS[kind]}/${id}?context=edit`));
    return answer.status === 'trash' ? 'trashed' : answer;
  } catch (error) {
    if (!(error instanceof RefusedError) || ![403, 404, 410].includes(error.status)) throw error;
    return error.status === 404 ? undefined : 'trashed';
  }
};
