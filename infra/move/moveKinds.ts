import { ownMember } from '../aliases/foreignInterface.ts';
import { CREATED_STATUSES } from '../import/createdStatuses.ts';
import type { References } from './references.ts';

/** A record of the old site as its interface answers in the context `edit`. */
export type OldRecord = { readonly id: number } & Readonly<Record<string, unknown>>;

/** A record of the old site in the form in which this site takes it. */
export interface ConvertedRecord {
  /** The arguments of a change. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Arguments of a new record besides those of a change. */
  readonly newBody?: Readonly<Record<string, unknown>>;
  /** Members of the header that names the record (`MovedRecord`), without the site. */
  readonly moved: Readonly<Record<string, unknown>>;
  readonly isTrash: boolean;
  /** The reason why this site has no place for the record. */
  readonly obstacle?: string;
  /** Members of an event that only the calendar's own routes take. */
  readonly flags?: Readonly<Record<string, unknown>>;
  /** Parts that this site stores differently, each as a sentence about the record. */
  readonly notes: readonly string[];
}

/** A kind of record whose routes have the same members on both sites. */
export interface MoveKind {
  /** The name of the route, of marks and of the report. */
  readonly name: string;
  readonly path: string;
  /** The arguments of the list on the old site. */
  readonly query: Readonly<Record<string, string>>;
  /** The arguments by which lists of this site show every record; one list for each. */
  readonly lists: readonly string[];
  /** The arguments of a deletion here. */
  readonly removal: string;
  /** True if a record that the old site deletes stays here. */
  readonly isKept?: boolean;
  /** True if records of this site have a language. */
  readonly hasLanguage?: boolean;
  /** True if only the default language is asked for on the old site. */
  readonly isOfDefaultLanguage?: boolean;
  /** Returns the members by which an edit on this site shows; default: all that are known. */
  readonly comparedOf?: (here: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** The address of a record for the report. */
  addressOf(old: OldRecord): string;
  convert(old: OldRecord, references: References): ConvertedRecord;
}

const ALL_STATUSES = 'publish,future,draft,pending,private,trash';

/** Returns a text as stored: the text itself, or its `raw` form. */
export const rawOf = (value: unknown): string => {
  if (typeof value === 'object' && value !== null) return rawOf('raw' in value ? value.raw : '');
  return typeof value === 'string' ? value : '';
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns a time of an answer, which has no zone, as ISO 8601 in UTC. */
const instant = (value: unknown): string | undefined => {
  const text = textOf(value).slice(0, 19);
  return hasYear(text) ? `${text}Z` : undefined;
};

/** True for a date. The old site shows an empty one as `-0001-11-30T00:00:00`, or with the year 0. */
const hasYear = (text: string): boolean => /^(?!0000)\d{4}-/.test(text);

/** Returns the argument `date` for the date of a record, if it has one. */
const dateOf = (old: OldRecord) => (hasYear(textOf(old.date)) ? { date: old.date } : {});

const link = (old: OldRecord): string => textOf(old.link) || `${old.id}`;

const isOwnGuid = (guid: string): boolean => /^https?:\/\//.test(guid);

/** Returns the member that names a record with its dates. */
const movedOf = (old: OldRecord): Record<string, unknown> => {
  const guid = rawOf(old.guid);
  const modified = instant(old.modified_gmt);
  return { ...(isOwnGuid(guid) && { guid }), ...(modified !== undefined && { modified }) };
};

/** A draft whose date follows its last change has no date of its own. */
const isFloating = ({ status, date, modified }: OldRecord): boolean =>
  (status === 'draft' || status === 'pending') && date === modified;

const statusOf = ({ status }: OldRecord, notes: string[]): string => {
  if (typeof status === 'string' && CREATED_STATUSES.includes(status)) return status;
  if (status !== 'trash') notes.push(`is a draft: its status was ${status}`);
  return 'draft';
};

/** Returns the members of `meta` with their names here and without empty ones. */
const metaOf = (meta: unknown, references: References): Record<string, unknown> => {
  if (typeof meta !== 'object' || meta === null || Array.isArray(meta)) return {};
  return Object.fromEntries(
    Object.entries(meta).map(([name, value]) => {
      const kind = LINKED_META.get(name);
      return [ownMember(name), kind === undefined ? value : references.idsOf(kind, value)];
    }),
  );
};

const LINKED_META: ReadonlyMap<string, string> = new Map([
  ['_EventVenueID', 'cal_venue'],
  ['_EventOrganizerID', 'cal_organizer'],
]);

const member = (old: OldRecord, name: string): unknown =>
  Object.entries(old).find(([foreign]) => ownMember(foreign) === name)?.[1];

/** Returns the user of this site for the author of a record, and notes an author who is none, such as a deleted one. */
const authorOf = (old: OldRecord, references: References, notes: string[]): number | undefined => {
  const author = references.idOf('users', old.author);
  if (author === undefined && old.author !== undefined)
    notes.push(`is the administrator's: its author ${old.author} is no user of this site`);
  return author;
};

/** Converts what all kinds of posts have in common. */
const publication = (old: OldRecord, references: References, notes: string[]): Record<string, unknown> => {
  const isTrash = old.status === 'trash';
  const author = authorOf(old, references, notes);
  const slug = textOf(old.slug);
  return {
    ...(!isFloating(old) && dateOf(old)),
    slug: isTrash ? slug.replace(/__trashed(?:-\d+)?$/, '') : slug,
    status: statusOf(old, notes),
    password: textOf(old.password),
    title: rawOf(old.title),
    content: references.text(rawOf(old.content)),
    excerpt: references.text(rawOf(old.excerpt)),
    featured_media: references.idOf('media', old.featured_media) ?? 0,
    meta: metaOf(old.meta, references),
    ...(author !== undefined && { author }),
  };
};

const converted = (old: OldRecord, body: Record<string, unknown>, notes: readonly string[] = []): ConvertedRecord => ({
  body,
  moved: movedOf(old),
  isTrash: old.status === 'trash',
  notes,
});

const POSTS = {
  query: { context: 'edit', status: ALL_STATUSES },
  lists: [`context=edit&status=${ALL_STATUSES}`],
  removal: '',
  hasLanguage: true,
  addressOf: link,
};

const discussion = ({ comment_status, ping_status, template }: OldRecord): Record<string, unknown> => ({
  ...(comment_status !== undefined && { comment_status }),
  ...(ping_status !== undefined && { ping_status }),
  ...(template !== undefined && { template }),
});

const posts: MoveKind = {
  ...POSTS,
  name: 'posts',
  path: '/core/v2/posts',
  convert: (old, references) => {
    const notes: string[] = [];
    const body = publication(old, references, notes);
    const isSticky = old.sticky === true && body.password === '';
    if (old.sticky === true && !isSticky) notes.push('is not sticky: it has a password');
    return converted(
      old,
      {
        ...body,
        ...discussion(old),
        sticky: isSticky,
        format: old.format,
        categories: references.idsOf('categories', old.categories),
        tags: references.idsOf('tags', old.tags),
      },
      notes,
    );
  },
};

const pages: MoveKind = {
  ...POSTS,
  name: 'pages',
  path: '/core/v2/pages',
  convert: (old, references) => {
    const notes: string[] = [];
    const body = publication(old, references, notes);
    const parent = references.idOf('pages', old.parent) ?? 0;
    return converted(old, { ...body, ...discussion(old), parent, menu_order: old.menu_order }, notes);
  },
};

const calendarKind = (
  name: string,
  more: (old: OldRecord, references: References) => object = () => ({}),
): MoveKind => ({
  ...POSTS,
  name,
  path: `/core/v2/${name}`,
  convert: (old, references) => {
    const notes: string[] = [];
    const { content, ...body } = publication(old, references, notes);
    return converted(old, { ...body, content, ...more(old, references) }, notes);
  },
});

/** The member with the flags that the calendar's own routes of the old site show. */
export const FLAGS = 'flags_of_calendar';

const plainEvents = calendarKind('cal_events', (old, references) => ({
  cal_events_cat: references.idsOf('cal_events_cat', member(old, 'cal_events_cat')),
  tags: references.idsOf('tags', old.tags),
}));

const events: MoveKind = {
  ...plainEvents,
  convert: (old, references) => {
    const flags = old[FLAGS];
    const plain = plainEvents.convert(old, references);
    return typeof flags === 'object' && flags !== null ? { ...plain, flags: { ...flags } } : plain;
  },
};

const termKind = (name: string, isHierarchical: boolean): MoveKind => ({
  name,
  path: `/core/v2/${name}`,
  query: { context: 'edit', hide_empty: 'false' },
  lists: ['context=edit&hide_empty=false'],
  removal: '?force=true',
  hasLanguage: true,
  addressOf: link,
  convert: (old, references) => ({
    body: {
      name: textOf(old.name),
      slug: textOf(old.slug),
      description: references.text(textOf(old.description)),
      ...(isHierarchical && { parent: references.idOf(name, old.parent) ?? 0 }),
    },
    moved: {},
    isTrash: false,
    notes: [],
  }),
});

const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'];

const users: MoveKind = {
  name: 'users',
  path: '/core/v2/users',
  query: { context: 'edit' },
  lists: ['context=edit'],
  removal: '',
  isKept: true,
  isOfDefaultLanguage: true,
  addressOf: ({ username, name }) => textOf(username) || textOf(name),
  convert: (old, references) => {
    const all = Array.isArray(old.roles) ? old.roles : [];
    const roles = all.filter((role) => ROLES.includes(role));
    const created = instant(old.registered_date);
    return {
      body: {
        name: textOf(old.name),
        first_name: textOf(old.first_name),
        last_name: textOf(old.last_name),
        email: textOf(old.email),
        url: references.text(textOf(old.url)),
        description: references.text(textOf(old.description)),
        nickname: textOf(old.nickname),
        slug: textOf(old.slug),
        roles: roles.length > 0 ? roles : ['subscriber'],
      },
      newBody: { username: textOf(old.username) },
      moved: created === undefined ? {} : { created },
      isTrash: false,
      notes: roles.length === all.length ? [] : [`has not the roles ${all.filter((role) => !roles.includes(role))}`],
    };
  },
};

const COMMENT_STATUSES: ReadonlyMap<string, string> = new Map([
  ['approved', 'approve'],
  ['hold', 'hold'],
  ['spam', 'spam'],
]);

const comments: MoveKind = {
  name: 'comments',
  path: '/core/v2/comments',
  query: { context: 'edit', status: 'any' },
  lists: ['context=edit&status=all', 'context=edit&status=spam', 'context=edit&status=trash'],
  removal: '',
  addressOf: link,
  convert: (old, references) => {
    const author = references.idOf('users', old.author);
    const isAccount = author !== undefined;
    const post = references.firstIdOf(['posts', 'pages'], old.post);
    return {
      ...(post === undefined && { obstacle: `record ${old.post} is not here` }),
      body: {
        content: rawOf(old.content),
        status: COMMENT_STATUSES.get(textOf(old.status)) ?? 'hold',
        ...dateOf(old),
        post: post ?? 0,
        parent: references.idOf('comments', old.parent) ?? 0,
        ...(isAccount
          ? { author }
          : {
              author_name: textOf(old.author_name),
              author_email: textOf(old.author_email),
              author_url: textOf(old.author_url),
            }),
      },
      newBody: { imported: true, ...(!isAccount && { author: 0 }) },
      moved: {},
      isTrash: old.status === 'trash',
      notes: [],
    };
  },
};

const media: MoveKind = {
  name: 'media',
  path: '/core/v2/media',
  query: { context: 'edit' },
  lists: ['context=edit&status=inherit,private'],
  removal: '?force=true',
  addressOf: (old) => textOf(old.source_url) || link(old),
  convert: (old, references) => {
    const notes: string[] = [];
    const author = authorOf(old, references, notes);
    const post = references.firstIdOf(['posts', 'pages'], old.post);
    return {
      body: {
        ...dateOf(old),
        slug: textOf(old.slug),
        title: rawOf(old.title),
        alt_text: textOf(old.alt_text),
        caption: references.text(rawOf(old.caption)),
        description: references.text(rawOf(old.description)),
        ...(author !== undefined && { author }),
        ...(post !== undefined && { post }),
      },
      moved: movedOf(old),
      isTrash: false,
      notes,
    };
  },
};

const MENU_PLACES = ['primary', 'footer'];

/** The member of a menu that names its language, if this is not the default one. */
export const MENU_LANGUAGE = 'language of the menu';

const menus: MoveKind = {
  name: 'menus',
  path: '/core/v2/menus',
  query: { context: 'edit' },
  lists: ['context=edit'],
  removal: '?force=true',
  addressOf: ({ name }) => textOf(name),
  convert: (old) => {
    const places = Array.isArray(old.locations) ? old.locations : [];
    const language = textOf(old[MENU_LANGUAGE]);
    const isPlaced = (place: unknown): place is string => language === '' && MENU_PLACES.some((each) => each === place);
    const lost = places.filter((place) => !isPlaced(place));
    const reason =
      language === ''
        ? 'this site has primary and footer'
        : `a menu serves all languages, and this one is in ${language}`;
    return {
      body: {
        name: textOf(old.name),
        slug: textOf(old.slug),
        description: textOf(old.description),
        locations: places.filter(isPlaced),
        auto_add: old.auto_add === true,
      },
      moved: {},
      isTrash: false,
      notes: lost.length === 0 ? [] : [`is not at the places ${lost.join(', ')}: ${reason}`],
    };
  },
};

/** The kinds of records to which items of menus lead, by their type or taxonomy. */
const LINKED_KINDS: ReadonlyMap<string, string> = new Map([
  ['post', 'posts'],
  ['page', 'pages'],
  ['cal_events', 'cal_events'],
  ['category', 'categories'],
  ['post_tag', 'tags'],
  ['cal_events_cat', 'cal_events_cat'],
]);

const menuItems: MoveKind = {
  name: 'menu-items',
  path: '/core/v2/menu-items',
  query: { context: 'edit', status: 'any' },
  lists: ['context=edit&status=any'],
  removal: '?force=true',
  addressOf: (old) => `“${rawOf(old.title)}” ${textOf(old.url)}`.trim(),
  comparedOf: ({ title, url, ...others }) => {
    // both follow the linked record
    return others.type === 'custom' ? { title, url, ...others } : others;
  },
  convert: (old, references) => {
    const object = ownMember(textOf(old.object));
    const kind = LINKED_KINDS.get(object);
    const id = kind === undefined ? undefined : references.idOf(kind, old.object_id);
    const isRecord = old.type === 'post_type' || old.type === 'taxonomy';
    return {
      body: {
        menus: references.idOf('menus', old.menus) ?? 0,
        title: rawOf(old.title),
        status: old.status,
        type: old.type,
        object,
        ...(isRecord && { object_id: id ?? 0 }),
        ...(old.type === 'custom' && { url: references.text(textOf(old.url)) }),
        parent: references.idOf('menu-items', old.parent) ?? 0,
        menu_order: old.menu_order,
        target: old.target,
        classes: old.classes,
        xfn: old.xfn,
        attr_title: old.attr_title,
        description: old.description,
      },
      moved: {},
      isTrash: false,
      notes: isRecord && id === undefined ? [`leads to no record: ${object} ${old.object_id} is not here`] : [],
    };
  },
};

/** The kinds in the order in which they refer to one another. */
export const MOVE_KINDS = {
  users,
  categories: termKind('categories', true),
  tags: termKind('tags', false),
  eventCategories: termKind('cal_events_cat', true),
  media,
  pages,
  posts,
  comments,
  venues: calendarKind('cal_venue'),
  organizers: calendarKind('cal_organizer'),
  events,
  menus,
  menuItems,
} as const;
