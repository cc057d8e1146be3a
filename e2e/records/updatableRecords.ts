import type { Endpoint, PathPart, Words } from '../fuzz/declaredRoutes.ts';

type Args = Readonly<Record<string, Words>>;

/** A record type that can be read and changed, as the routes declare it. */
export interface UpdatableRecord {
  /** Pattern of its path: `/core/v2/posts/(?P<id>\d+)`. */
  readonly pattern: string;
  readonly parts: readonly PathPart[];
  /** Path and arguments of creation; undefined for a record that always exists, such as `/users/me`. */
  readonly creation: { readonly parts: readonly PathPart[]; readonly args: Args } | undefined;
  /** Arguments of a change, without those of the path. */
  readonly args: Args;
}

/** Namespace whose writes answer lists; `services/redirection` tests these properties itself. */
const ANSWERED_IN_LISTS = '/redirection/v1/';

/**
 * Routes whose records no POST to a list creates: jobs come from batches, packages (as plugins too) from the vendor,
 * series from events.
 */
const MADE_OTHERWISE = [
  '/i18n/tm/v1/jobs/(?P<jobId>\\d+)',
  '/installer/v1/packages/(?P<slug>[^/]+)',
  '/core/v2/plugins/(?P<folder>[^/]+)/(?P<slug>[^/]+)',
  '/i18n/ate/v1/ate/proxy',
  '/calx/v1/series/(?P<id>\\d+)',
];

/**
 * Returns every record type that is read with GET and changed with PUT.
 * @throws Error if no route creates its records
 */
export const updatableRecords = (endpoints: readonly Endpoint[]): UpdatableRecord[] => {
  const endpointOf = (pattern: string, method: string): Endpoint | undefined =>
    endpoints.find((endpoint) => endpoint.pattern === pattern && endpoint.methods.includes(method));
  return endpoints.flatMap((update) => {
    const { pattern, parts } = update;
    if (!update.methods.includes('PUT') || endpointOf(pattern, 'GET') === undefined) return [];
    if (pattern.startsWith(ANSWERED_IN_LISTS) || MADE_OTHERWISE.includes(pattern)) return [];
    const creation = capturesOf(parts).length === 0 ? undefined : endpointOf(collectionOf(pattern), 'POST');
    if (creation === undefined && capturesOf(parts).length > 0) throw new Error(`no route makes records of ${pattern}`);
    return [{ pattern, parts, creation: creation && { ...creation, args: argsOf(creation) }, args: argsOf(update) }];
  });
};

const capturesOf = (parts: readonly PathPart[]): string[] =>
  parts.flatMap((part) => ('capture' in part ? part.capture : []));

const collectionOf = (pattern: string): string =>
  pattern.slice(0, pattern.lastIndexOf('/(?P<')).replace(/\/by-slug$/, '');

/** Arguments that describe the write and are not members of the record. */
const OF_THE_WRITE = ['translation_of', 'i18n_minor_edit', 'recurrence', 'scope'];

/** Returns the arguments without those of the path, of the write, and those that tags refuse. */
const argsOf = ({ args, parts, pattern }: Endpoint): Args => {
  const others = [...capturesOf(parts), ...OF_THE_WRITE, ...(pattern.includes('/core/v2/tags') ? ['parent'] : [])];
  return Object.fromEntries(Object.entries(args).filter(([name]) => !others.includes(name)));
};

/** Returns the path of a record, with the values of its captures. */
export const pathOf = (parts: readonly PathPart[], captured: Readonly<Record<string, string>>): string =>
  parts.map((part) => ('literal' in part ? part.literal : encodeURIComponent(captured[part.capture] ?? ''))).join('');
