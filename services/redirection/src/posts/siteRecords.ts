import type { Collection } from '@almanac/documents';

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
  /** The path of its page; null for a record without a page. */
  readonly path: string | null;
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
