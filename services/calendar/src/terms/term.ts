import type { GroupedRecord, SiteLanguages, TranslationGroup } from '@almanac/content-model';
import type { Collection, Documents, Filter } from '@almanac/documents';

/** A category or a tag, for lists and answers. */
export interface Term {
  readonly id: number;
  /** Without tags, `& < >` as entities. */
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly language: string;
  readonly group: number | null;
  /** 0 at the top, and for tags. */
  readonly parent: number;
  /** The version of its stream, or of its copy. */
  readonly version: number;
}

/** A kind of terms: categories or tags. */
export interface Taxonomy {
  readonly collection: Collection;
  /** The category of the streams that versions refer to: the calendar's own, or that of its copies. */
  readonly aggregate: { readonly category: string };
  /** The member of an event, of lists, and the segment of addresses. */
  readonly plural: 'categories' | 'tags';
  readonly slug: 'cal_events_cat' | 'post_tag';
  /** The segment before the slugs in public addresses. */
  readonly segment: 'events/category' | 'tag';
  readonly hierarchical: boolean;
  /** Returns the filter for terms in the lists of a language. */
  inListsOf(language: string, site: SiteLanguages): Filter;
  /** Returns the translation groups of terms. */
  groupsOf(documents: Documents, terms: readonly GroupedRecord[]): Promise<readonly TranslationGroup[]>;
}
