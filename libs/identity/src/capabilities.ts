import type { Principal } from './principal.ts';
import type { Role } from './roles.ts';

/** Record types with rights of their own, and the noun in their capabilities. Media have the rights of posts. */
const nouns = {
  post: 'posts',
  page: 'pages',
  attachment: 'posts',
  cal_events: 'cal_events',
  cal_venue: 'cal_venues',
  cal_organizer: 'cal_organizers',
} as const;

export type RecordType = keyof typeof nouns;

const ownUnpublished = ['edit', 'delete'] as const;
const ownPublished = ['publish', 'edit_published', 'delete_published'] as const;
const othersRecords = ['edit_others', 'delete_others', 'read_private', 'edit_private', 'delete_private'] as const;

export type RecordRight = (typeof ownUnpublished | typeof ownPublished | typeof othersRecords)[number];
export type RecordCapability = `${RecordRight}_${(typeof nouns)[RecordType]}`;

const administration = [
  'manage_options',
  'list_users',
  'create_users',
  'edit_users',
  'promote_users',
  'delete_users',
  'import',
  'export',
  'manage_translations',
  'translate',
] as const;

export type Capability =
  | 'read'
  | 'upload_files'
  | 'manage_categories'
  | 'moderate_comments'
  | 'unfiltered_html'
  | (typeof administration)[number]
  | RecordCapability;

/** Returns the name of a right for a type of record: `edit_others_cal_events`. */
export const capabilityFor = (type: RecordType, right: RecordRight): RecordCapability => `${right}_${nouns[type]}`;

const forRecords = (rights: readonly RecordRight[]): Capability[] =>
  Object.values(nouns)
    .filter((noun) => noun !== 'pages')
    .flatMap((noun) => rights.map((right) => `${right}_${noun}` as const));

// pages belong to the site, so authors may not write them (docs/interface/core-pages.md §1)
const forPages: readonly Capability[] = [...ownUnpublished, ...ownPublished, ...othersRecords].map(
  (right) => `${right}_pages` as const,
);

// docs/interface/core-posts.md §1; docs/interface/calendar.md §3 gives the calendar's types the same steps.
const subscriber: readonly Capability[] = ['read'];
const contributor: readonly Capability[] = [...subscriber, ...forRecords(ownUnpublished)];
const author: readonly Capability[] = [...contributor, ...forRecords(ownPublished), 'upload_files'];
const editor: readonly Capability[] = [
  ...author,
  ...forRecords(othersRecords),
  ...forPages,
  'manage_categories',
  'moderate_comments',
  'unfiltered_html',
];
const administrator: readonly Capability[] = [...editor, ...administration];

const granted: Readonly<Record<Role, ReadonlySet<Capability>>> = {
  administrator: new Set(administrator),
  editor: new Set(editor),
  author: new Set(author),
  contributor: new Set(contributor),
  subscriber: new Set(subscriber),
};

const capabilities: ReadonlySet<string> = granted.administrator;

/** True for a capability that some role grants. */
export const isCapability = (name: string): name is Capability => capabilities.has(name);

/** Returns all capabilities of the roles, each once. */
export const capabilitiesOf = (held: readonly Role[]): Capability[] => [
  ...new Set(held.flatMap((role) => [...granted[role]])),
];

/** True if the principal has the capability; for one record use `mayEdit` and its like. The system has all. */
export const can = (principal: Principal, capability: Capability): boolean => {
  if (principal.kind === 'system') return true;
  if (principal.kind === 'anonymous') return false;
  return principal.roles.some((role) => granted[role].has(capability));
};

/** True if the caller of a request may manage the site, as administrators may. */
export const mayManageSite = ({ principal }: { readonly principal: Principal }): boolean =>
  can(principal, 'manage_options');
