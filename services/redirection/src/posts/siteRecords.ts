import { type PublishedAddress, publishedPermalink } from '@almanac/contracts';
import type { Collection } from '@almanac/documents';
import type { Redirection } from '../redirection.ts';

/**
 * A copy of a record of the site with the data that redirection needs to follow its address. Events of core and the
 * calendar update it.
 */
export interface SiteRecord {
  readonly id: number;
  /** `post`, `cal_events`, `cal_venue`, `cal_organizer`. */
  readonly type: string;
  readonly status: string;
  /** The title as displayed: HTML. */
  readonly title: string;
  readonly slug: string;
  /** The plain path of its page; null for a record without a page. */
  readonly path: string | null;
  /** When a post was or will be published, UTC; absent in copies of earlier releases. */
  readonly published?: PublishedAddress['published'];
  /** True if a password protects its content. */
  readonly protected: boolean;
  /** The former paths of its page while it was published, the latest last. */
  readonly former: readonly string[];
  /** True if there is a former path. */
  readonly moved: boolean;
}

export const siteRecords: Collection = {
  name: 'site-records',
  projectionVersion: 1,
  indexes: [
    ['type', 'status', 'protected'],
    ['moved', 'status'],
  ],
  texts: ['title', 'slug'],
};

/** True if everybody may see the record at its address. */
export const isPublished = (record: SiteRecord | undefined): record is SiteRecord & { readonly path: string } =>
  record?.status === 'publish' && record.path !== null;

/** Returns the record with the path that its page has under the site's setting `permalinks`. */
export const atPermalink = <Found extends SiteRecord>(
  record: Found,
  { settings }: Pick<Redirection, 'settings'>,
): Found => ({
  ...record,
  path: publishedPermalink(record, settings.current()),
});
