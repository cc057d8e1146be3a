import type { Collection } from '@almanac/documents';

/** A record of the site as far as its address is followed: a copy, made of core's and the calendar's events. */
export interface SiteRecord {
  readonly id: number;
  /** `post`, `cal_events`, `cal_venue`, `cal_organizer`. */
  readonly type: string;
  readonly status: string;
  /** As displayed: HTML. */
  readonly title: string;
  readonly slug: string;
  /** The path of its page; null for what has none. */
  readonly path: string | null;
  /** A password protects its content. */
  readonly protected: boolean;
  /** Where its page was before while it was published, the latest last. */
  readonly former: readonly string[];
  /** Whether there is such a place. */
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

/** Whether everybody may see the record at its address. */
export const isPublished = (record: SiteRecord | undefined): record is SiteRecord & { readonly path: string } =>
  record?.status === 'publish' && record.path !== null;
