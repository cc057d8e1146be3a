import { createHash } from 'node:crypto';
import { type Source, UnreadableFileError } from '@almanac/text/lines';
import { foreignNames, type RecordKind, recordKindOf, type TermKind, termKindOf } from '../../aliases/foreignNames.ts';
import { CREATED_STATUSES } from '../createdStatuses.ts';
import { channelElements, type XmlElement } from './channelElements.ts';
import { addressKey, namedFiles, withoutEndSlashes } from './exportLinks.ts';
import { phpMap } from './phpMap.ts';
import { type ExportedMenu, type ExportedMenuItem, ExportedMenus, MENU_ITEM_TYPE, MENU_TAXONOMY } from './readMenus.ts';

/** The facts about a site export (WXR 1.0 to 1.2) before its records are read, without their texts. */
export interface ExportSurvey {
  /** The address of the exporting site, without a slash at the end; empty if the file has none. */
  readonly site: string;
  readonly authors: readonly ExportedAuthor[];
  /** The number of records by the login of their author, in lower case; empty for records without an author. */
  readonly creators: ReadonlyMap<string, number>;
  readonly terms: readonly ExportedTerm[];
  readonly records: readonly RecordName[];
  readonly attachments: readonly ExportedAttachment[];
  readonly menus: readonly ExportedMenu[];
  readonly menuItems: readonly ExportedMenuItem[];
  readonly outside: OutsideReferences;
  /** The number of items of each type that is not imported. */
  readonly others: ReadonlyMap<string, number>;
  /** The number of terms of each taxonomy that is not imported. */
  readonly otherTerms: ReadonlyMap<string, number>;
  /** The number of records with meta that is not imported, by key. */
  readonly otherMeta: ReadonlyMap<string, number>;
  /** The number of comments on records that are imported by their kind. */
  readonly comments: number;
  /** The number of comments on other items. */
  readonly otherComments: number;
  /** The locales of the languages that the file declares, by their codes. */
  readonly locales: ReadonlyMap<string, string>;
  /** The reason why the file could not be read to its end; undefined if it was. */
  readonly fault: string | undefined;
}

export interface ExportedAuthor {
  /** The id on the exporting site; empty if the file has none. */
  readonly id: string;
  readonly login: string;
  readonly email: string;
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface ExportedTerm extends ExportedVersion {
  readonly kind: TermKind;
  /** The id on the exporting site; empty if the file has none. */
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** The slug of the parent term; empty at the top. */
  readonly parent: string;
}

/** The language of a record or a term, and its versions. */
export interface ExportedVersion {
  /** The code on the exporting site; empty if the file has none. */
  readonly language: string;
  /** The name of the group of versions; empty for none. */
  readonly group: string;
  /** True if the file says that it was translated from another version. */
  readonly isTranslation: boolean;
}

/** The identity of a record, in every run. */
export interface RecordName extends ExportedVersion {
  readonly kind: Exclude<RecordKind, 'medium'>;
  /** The name of the record in the progress of an import: its kind and its number among those. */
  readonly thing: string;
  /** The id on the exporting site. */
  readonly id: string;
  /** The key by which a later run finds the record; undefined if an earlier record of the file has it. */
  readonly key: string | undefined;
  readonly status: string;
  /** Its address on the exporting site. */
  readonly link: string;
}

/** The media and records that a file refers to without containing them: a site may export itself in several files. */
export interface OutsideReferences {
  /** Ids on the exporting site. */
  readonly ids: readonly string[];
  /** Addresses of files, without scheme. */
  readonly files: readonly string[];
}

export interface ExportedRecord extends Omit<RecordName, 'key'> {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly slug: string;
  /** `YYYY-MM-DD HH:MM:SS`, in the exporting site's zone and in UTC; the latter `0000-…` for drafts. */
  readonly date: string;
  readonly dateGmt: string;
  readonly password: string;
  readonly sticky: boolean;
  readonly format: string;
  /** The login of the author. */
  readonly author: string;
  readonly commentStatus: string;
  /** The id of the page above a page on the exporting site; `0` or empty for none. */
  readonly parent: string;
  readonly menuOrder: number;
  readonly pingStatus: string;
  /** The slugs of terms. */
  readonly terms: Readonly<Record<TermKind, readonly string[]>>;
  /** The values of each meta key, in the order of the file. */
  readonly meta: ReadonlyMap<string, readonly string[]>;
  readonly comments: readonly ExportedComment[];
}

export interface ExportedComment {
  /** The id on the exporting site; empty if the file has none. */
  readonly id: string;
  /** The id of the comment that it answers; `0` or empty for none. */
  readonly parent: string;
  /** The id of the account on the exporting site; `0` or empty for a visitor. */
  readonly userId: string;
  readonly authorName: string;
  readonly authorEmail: string;
  readonly authorUrl: string;
  /** `YYYY-MM-DD HH:MM:SS`, in the exporting site's zone and in UTC. */
  readonly date: string;
  readonly dateGmt: string;
  readonly content: string;
  /** `1`, `0`, `spam`, `trash` or `post-trashed`. */
  readonly status: string;
  /** Empty or `comment` for a comment of a person. */
  readonly type: string;
}

export interface ExportedAttachment {
  readonly thing: string;
  readonly id: string;
  readonly key: string | undefined;
  /** The address of the file; empty if the export has none. */
  readonly url: string;
  readonly title: string;
  readonly slug: string;
  readonly alt: string;
  readonly caption: string;
  readonly description: string;
}

/** Meta keys of events, venues and organizers that are imported. */
const EVENT_META = new Set([
  '_EventStartDate',
  '_EventEndDate',
  '_EventStartDateUTC',
  '_EventEndDateUTC',
  '_EventTimezone',
  '_EventAllDay',
  '_EventVenueID',
  '_EventOrganizerID',
  '_EventCost',
  '_EventCurrencySymbol',
  '_EventCurrencyCode',
  '_EventCurrencyPosition',
  '_EventURL',
  '_EventShowMap',
  '_EventShowMapLink',
  '_EventHideFromUpcoming',
  '_VenueAddress',
  '_VenueCity',
  '_VenueCountry',
  '_VenueProvince',
  '_VenueState',
  '_VenueStateProvince',
  '_VenueZip',
  '_VenuePhone',
  '_VenueURL',
  '_VenueLat',
  '_VenueLng',
  '_VenueShowMap',
  '_VenueShowMapLink',
  '_OrganizerPhone',
  '_OrganizerEmail',
  '_OrganizerWebsite',
  ...Object.keys(foreignNames.flags),
]);

const { codeMeta, groupMeta, sourceMeta, finalStatusMeta } = foreignNames.languages;

/** Meta keys that are imported with every kind, or that only the exporting system needs. */
const COMMON_META = new Set([
  codeMeta,
  groupMeta,
  sourceMeta,
  finalStatusMeta,
  '_thumbnail_id',
  '_wp_attachment_image_alt',
  '_edit_last',
  '_edit_lock',
  '_encloseme',
  '_pingme',
  '_wp_attached_file',
  '_wp_attachment_metadata',
  '_wp_old_slug',
  '_wp_trash_meta_status',
  '_wp_trash_meta_time',
  '_wp_desired_post_slug',
  '_EventDuration',
]);

/**
 * Reads a site export once. A file that cannot be read to its end is surveyed as far as it goes.
 * @throws UnreadableFileError for another kind of text
 */
export const surveyExport = async (source: Source): Promise<ExportSurvey> => {
  const survey = createSurvey();
  let isExport = false;
  let fault: string | undefined;
  try {
    for await (const element of channelElements(source)) {
      isExport ||= element.name === 'wp:wxr_version' || text(element, 'wp:post_type') !== '';
      survey.take(element);
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError) || !survey.hasItems()) throw error;
    fault = error.message;
  }
  if (!isExport) throw new UnreadableFileError('The file is no site export (WXR).');
  return { ...survey.finished(), fault };
};

/** Yields the records of a site export in its order, without attachments; ends where the file cannot be read on. */
export async function* recordsOf(source: Source): AsyncGenerator<ExportedRecord> {
  const counts = new Map<string, number>();
  try {
    for await (const element of channelElements(source)) {
      const kind = element.name === 'item' ? recordKindOf(typeOf(element)) : undefined;
      if (kind !== undefined && kind !== 'medium') yield recordOf(element, kind, numbered(counts, kind));
    }
  } catch (error) {
    // The survey has reported the fault.
    if (!(error instanceof UnreadableFileError)) throw error;
  }
}

/** Returns the name of the next record of a kind. */
const numbered = (counts: Map<string, number>, kind: string): string => {
  const count = counts.get(kind) ?? 0;
  counts.set(kind, count + 1);
  return `${kind}-${count}`;
};

/** Returns a key of limited length for parts of any length. */
const digestOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** Returns the key under which an import stores the record that has an id on the exporting site. */
export const referenceKey = (site: string, id: string): string => `id/${digestOf(addressKey(site).toLowerCase(), id)}`;

/** Returns the key under which an import stores a comment. @param id its id on the exporting site, or its thing */
export const commentKey = (site: string, id: string): string =>
  `comment/${digestOf(addressKey(site).toLowerCase(), id)}`;

/** Returns the key under which an import stores a menu. */
export const menuKey = (site: string, slug: string): string => `menu/${digestOf(addressKey(site).toLowerCase(), slug)}`;

/** Returns the key under which an import stores an item of a menu. @param id its id on the exporting site, or its thing */
export const menuItemKey = (site: string, id: string): string =>
  `menu-item/${digestOf(addressKey(site).toLowerCase(), id)}`;

/** Returns the key under which an import stores the medium of a file on the exporting site. */
export const fileKey = (address: string): string => `file/${digestOf(addressKey(address))}`;

const count = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};

const createSurvey = () => {
  const authors: ExportedAuthor[] = [];
  const terms = new Terms();
  const menus = new ExportedMenus();
  const records: RecordName[] = [];
  const attachments: ExportedAttachment[] = [];
  const [others, otherMeta, things] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const creators = new Map<string, number>();
  const keys = new Set<string>();
  const addresses = new Map<string, string>();
  const [namedIds, namedAddresses] = [new Set<string>(), new Set<string>()];
  let [comments, otherComments] = [0, 0];
  let items = 0;
  const site = (): string =>
    withoutEndSlashes(
      addresses.get('wp:base_blog_url') || addresses.get('wp:base_site_url') || addresses.get('link') || '',
    );
  const freeKey = (item: XmlElement, thing: string): string | undefined => {
    const [guid, id] = [text(item, 'guid').trim(), text(item, 'wp:post_id')];
    const parts = guid === '' && id === '' ? [site(), thing, ...namesOf(item)] : [guid || `${site()}/?p=${id}`, id];
    // Records that share their id and guid by a fault of the export differ in slug or title.
    const candidates = [parts, [...parts, ...namesOf(item)]].map((each) => `record/${digestOf(...each)}`);
    const key = candidates.find((candidate) => !keys.has(candidate));
    if (key !== undefined) for (const each of candidates) keys.add(each);
    return key;
  };
  const takeItem = (item: XmlElement): void => {
    items += 1;
    const type = typeOf(item);
    const kind = recordKindOf(type);
    const found = childrenOf(item, 'wp:comment').length;
    if (kind === undefined || kind === 'medium') otherComments += found;
    else comments += found;
    if (type === MENU_ITEM_TYPE) {
      const meta = metaIn(item, 'wp:postmeta');
      const { type: linked, objectId } = menus.take({ text: (name) => text(item, name), meta, terms: termsIn(item) });
      if (linked === 'post_type' && objectId !== '') namedIds.add(objectId);
      return;
    }
    if (kind === undefined) {
      count(others, type);
      return;
    }
    for (const name of unusedCommentData(item)) count(otherMeta, name);
    terms.useIn(item);
    for (const name of unusedMeta(item, kind)) count(otherMeta, name);
    const thing = numbered(things, kind === 'medium' ? 'attachment' : kind);
    const key = freeKey(item, thing);
    if (kind === 'medium') attachments.push(attachmentOf(item, thing, key));
    else {
      records.push({ ...nameOf(item, kind, thing), key });
      count(creators, creatorOf(item).toLowerCase());
      const { ids, addresses: files } = namedFiles(text(item, 'content:encoded'));
      for (const id of [...ids, ...linkedIds(item)]) namedIds.add(id);
      for (const file of files) namedAddresses.add(file);
    }
  };
  const taking = new Map<string, (element: XmlElement) => void>([
    ['item', takeItem],
    ['wp:author', (author) => authors.push(authorOf(author))],
    ['wp:category', (term) => terms.declare(term, 'category', 'category_nicename', 'cat_name', 'category')],
    ['wp:tag', (term) => terms.declare(term, 'post_tag', 'tag_slug', 'tag_name', 'tag')],
    [
      'wp:term',
      (term) => {
        const taxonomy = text(term, 'wp:term_taxonomy');
        if (taxonomy === MENU_TAXONOMY) menus.declare(text(term, 'wp:term_slug'), text(term, 'wp:term_name'));
        else terms.declare(term, taxonomy, 'term_slug', 'term_name', 'term');
      },
    ],
  ]);
  return {
    take: (element: XmlElement): void => {
      taking.get(element.name)?.(element);
      if (element.name.startsWith('wp:base_') || element.name === 'link') addresses.set(element.name, element.text);
    },
    hasItems: (): boolean => items > 0,
    finished: (): Omit<ExportSurvey, 'fault'> => {
      const { groups } = terms;
      return {
        site: site(),
        authors,
        creators,
        terms: terms.all(),
        records: records.map((record) => ({ ...record, ...versionFrom(groups.get(record.id), record) })),
        attachments,
        menus: menus.all,
        menuItems: menus.items,
        outside: {
          ids: namedIds
            .difference(new Set([...records, ...attachments].map(({ id }) => id)))
            .values()
            .toArray(),
          files: namedAddresses
            .difference(new Set(attachments.map(({ url }) => addressKey(url))))
            .values()
            .toArray(),
        },
        others,
        otherTerms: terms.others,
        otherMeta,
        comments,
        otherComments,
        locales: terms.locales,
      };
    },
  };
};

interface DeclaredVersion {
  readonly language: string;
  readonly group: string;
}

/** Returns the version that a group declares where the record itself names none. */
const versionFrom = (declared: DeclaredVersion | undefined, own: ExportedVersion): Partial<ExportedVersion> => ({
  language: own.language || (declared?.language ?? ''),
  group: own.group || (declared?.group ?? ''),
});

/** The terms of a file: those that it declares, and others that items have. */
class Terms {
  readonly #declared = new Map<string, ExportedTerm>();
  readonly #declaredSlugs = new Set<string>();
  readonly #used = new Map<string, ExportedTerm>();
  readonly #termGroups = new Map<string, DeclaredVersion>();
  /** The versions of records, by the ids of records on the exporting site. */
  readonly groups = new Map<string, DeclaredVersion>();
  readonly others = new Map<string, number>();
  readonly locales = new Map<string, string>();

  declare(element: XmlElement, taxonomy: string, slugName: string, nameName: string, prefix: string): void {
    const part = (name: string): string => text(element, `wp:${name}`);
    const [slug, description] = [part(slugName), part(`${prefix}_description`)];
    const kind = termKindOf(taxonomy);
    if (kind === undefined) {
      this.#declareOther(taxonomy, slug, description);
      return;
    }
    const meta = metaIn(element, 'wp:termmeta');
    const term = { kind, id: part('term_id'), slug, name: part(nameName), description, ...versionIn(meta) };
    // versions in several languages may share a slug
    this.#declaredSlugs.add(`${kind}/${slug}`);
    this.#declared.set(`${kind}/${slug}/${term.id}`, {
      ...term,
      parent: part(prefix === 'term' ? 'term_parent' : 'category_parent'),
    });
  }

  #declareOther(taxonomy: string, slug: string, description: string): void {
    const { taxonomy: language, groups, termGroups, termTaxonomy } = foreignNames.languages;
    const entries = phpMap(description);
    const locale = entries.get('locale');
    if (taxonomy === language && locale !== undefined) this.locales.set(slug, locale);
    else if (taxonomy === groups) this.#addGroup(this.groups, slug, entries);
    else if (taxonomy === termGroups) this.#addGroup(this.#termGroups, slug, entries);
    else if (taxonomy !== language && taxonomy !== termTaxonomy) count(this.others, taxonomy);
  }

  #addGroup(groups: Map<string, DeclaredVersion>, group: string, members: ReadonlyMap<string, string>): void {
    for (const [language, id] of members) groups.set(id, { language, group });
  }

  useIn(item: XmlElement): void {
    const { taxonomy: language, groups } = foreignNames.languages;
    for (const { domain, slug, name } of termsIn(item)) {
      const kind = termKindOf(domain);
      if (kind !== undefined) {
        const term = { kind, id: '', slug, name, description: '', parent: '', ...NO_VERSION };
        if (!this.#used.has(`${kind}/${slug}`)) this.#used.set(`${kind}/${slug}`, term);
      } else if (![language, groups, 'post_format'].includes(domain)) count(this.others, domain);
    }
  }

  all(): ExportedTerm[] {
    const undeclared = [...this.#used].filter(([name]) => !this.#declaredSlugs.has(name)).map(([, term]) => term);
    return [...this.#declared.values(), ...undeclared].map((term) => ({
      ...term,
      ...versionFrom(this.#termGroups.get(term.id), term),
    }));
  }
}

const NO_VERSION: ExportedVersion = { language: '', group: '', isTranslation: false };

const childrenOf = ({ children }: XmlElement, name: string): XmlElement[] =>
  children.filter((child) => child.name === name);

const text = ({ children }: XmlElement, name: string): string =>
  children.find((child) => child.name === name)?.text ?? '';

const typeOf = (item: XmlElement): string => text(item, 'wp:post_type').trim();

const namesOf = (item: XmlElement): string[] =>
  ['wp:post_name', 'title', 'wp:post_date'].map((name) => text(item, name));

const nameOf = (item: XmlElement, kind: RecordName['kind'], thing: string): Omit<RecordName, 'key'> => {
  const { taxonomy, groups } = foreignNames.languages;
  const slugIn = (domain: string): string => termsIn(item).find((term) => term.domain === domain)?.slug ?? '';
  const version = versionIn(metaIn(item, 'wp:postmeta'));
  return {
    kind,
    thing,
    id: text(item, 'wp:post_id').trim(),
    status: statusIn(item),
    link: text(item, 'link').trim(),
    ...version,
    language: version.language || slugIn(taxonomy),
    group: version.group || slugIn(groups),
  };
};

/** Returns the status of a record; of a draft that waits for the end of an import, the status that it gets then. */
const statusIn = (item: XmlElement): string => {
  const status = text(item, 'wp:status').trim();
  const [final = ''] = metaIn(item, 'wp:postmeta').get(finalStatusMeta) ?? [];
  return status === 'draft' && CREATED_STATUSES.includes(final) ? final : status;
};

const LINKING_META = ['_thumbnail_id', '_EventVenueID', '_EventOrganizerID'];

/** Returns the ids of media, venues and organizers that an item names in its meta, and of the page above it. */
const linkedIds = (item: XmlElement): string[] => {
  const meta = metaIn(item, 'wp:postmeta');
  const above = typeOf(item) === 'page' ? [text(item, 'wp:post_parent')] : [];
  return [...above, ...LINKING_META.flatMap((key) => meta.get(key) ?? [])]
    .flatMap((ids) => ids.match(/\d+/g) ?? [])
    .filter((id) => id !== '0');
};

/** Returns the login of a record's author; empty if it has none. */
const creatorOf = (item: XmlElement): string => text(item, 'dc:creator').trim();

const authorOf = (element: XmlElement): ExportedAuthor => ({
  id: text(element, 'wp:author_id').trim(),
  login: text(element, 'wp:author_login').trim(),
  email: text(element, 'wp:author_email').trim(),
  name: text(element, 'wp:author_display_name').trim(),
  firstName: text(element, 'wp:author_first_name').trim(),
  lastName: text(element, 'wp:author_last_name').trim(),
});

const recordOf = (item: XmlElement, kind: RecordName['kind'], thing: string): ExportedRecord => {
  const slugs = (wanted: TermKind): string[] =>
    termsIn(item)
      .filter(({ domain }) => termKindOf(domain) === wanted)
      .map(({ slug }) => slug);
  const format = termsIn(item).find(({ domain }) => domain === 'post_format');
  return {
    ...nameOf(item, kind, thing),
    title: text(item, 'title'),
    content: text(item, 'content:encoded'),
    excerpt: text(item, 'excerpt:encoded'),
    slug: text(item, 'wp:post_name').replace(/__trashed(?:-\d+)?$/, ''),
    date: text(item, 'wp:post_date'),
    dateGmt: text(item, 'wp:post_date_gmt'),
    password: text(item, 'wp:post_password'),
    sticky: text(item, 'wp:is_sticky') === '1',
    format: format?.slug.replace('post-format-', '') ?? 'standard',
    author: creatorOf(item),
    commentStatus: text(item, 'wp:comment_status'),
    parent: text(item, 'wp:post_parent').trim(),
    menuOrder: Number.parseInt(text(item, 'wp:menu_order'), 10) || 0,
    pingStatus: text(item, 'wp:ping_status'),
    terms: { category: slugs('category'), tag: slugs('tag'), eventCategory: slugs('eventCategory') },
    meta: metaIn(item, 'wp:postmeta'),
    comments: childrenOf(item, 'wp:comment').map(commentOf),
  };
};

const commentOf = (element: XmlElement): ExportedComment => {
  const part = (name: string): string => text(element, `wp:comment_${name}`).trim();
  return {
    id: part('id'),
    parent: part('parent'),
    userId: part('user_id'),
    authorName: part('author'),
    authorEmail: part('author_email'),
    authorUrl: part('author_url'),
    date: part('date'),
    dateGmt: part('date_gmt'),
    content: part('content'),
    status: part('approved'),
    type: part('type'),
  };
};

/** Returns names of the data of an item's comments that have no place on the site. */
const unusedCommentData = (item: XmlElement): string[] =>
  childrenOf(item, 'wp:comment').flatMap((comment) => [
    ...metaIn(comment, 'wp:commentmeta').keys(),
    ...(text(comment, 'wp:comment_author_IP').trim() === '' ? [] : ['comment_author_IP']),
  ]);

interface UsedTerm {
  readonly domain: string;
  readonly slug: string;
  readonly name: string;
}

/** Returns the terms that an item has. */
const termsIn = (item: XmlElement): UsedTerm[] =>
  childrenOf(item, 'category').flatMap(({ attributes, text: name }) => {
    const [domain, slug] = [attributes.get('domain'), attributes.get('nicename')];
    return domain === undefined || slug === undefined ? [] : [{ domain, slug, name }];
  });

/** Returns the values of each meta key of an item or a term. */
const metaIn = (element: XmlElement, name: string): Map<string, string[]> => {
  const meta = new Map<string, string[]>();
  for (const each of childrenOf(element, name)) {
    meta.getOrInsertComputed(text(each, 'wp:meta_key'), () => []).push(text(each, 'wp:meta_value'));
  }
  return meta;
};

const versionIn = (meta: ReadonlyMap<string, readonly string[]>): ExportedVersion => ({
  language: meta.get(codeMeta)?.[0]?.trim() ?? '',
  group: meta.get(groupMeta)?.[0]?.trim() ?? '',
  isTranslation: (meta.get(sourceMeta)?.[0] ?? '').trim() !== '',
});

/** Returns the meta keys of an item that are not imported. */
const unusedMeta = (item: XmlElement, kind: RecordKind): string[] => {
  const isCalendar = kind === 'event' || kind === 'venue' || kind === 'organizer';
  return [...metaIn(item, 'wp:postmeta').keys()].filter(
    (key) =>
      !COMMON_META.has(key) &&
      !(isCalendar && EVENT_META.has(key)) &&
      !((kind === 'post' || kind === 'page') && key === 'footnotes'),
  );
};

const attachmentOf = (item: XmlElement, thing: string, key: string | undefined): ExportedAttachment => ({
  thing,
  id: text(item, 'wp:post_id').trim(),
  key,
  url: text(item, 'wp:attachment_url').trim(),
  title: text(item, 'title'),
  slug: text(item, 'wp:post_name'),
  alt: metaIn(item, 'wp:postmeta').get('_wp_attachment_image_alt')?.[0] ?? '',
  caption: text(item, 'excerpt:encoded'),
  description: text(item, 'content:encoded'),
});
