import type { Endpoint, PathPart, Words } from '../fuzz/declaredRoutes.ts';

type Args = Readonly<Record<string, Words>>;

/** A kind of record that can be read and changed, as the routes declare it. */
export interface UpdatableRecord {
  /** Of its address: `/core/v2/posts/(?P<id>\d+)`. */
  readonly pattern: string;
  readonly parts: readonly PathPart[];
  /** What creating one takes, and where; undefined for a record that is always there, such as `/users/me`. */
  readonly creation: { readonly parts: readonly PathPart[]; readonly args: Args } | undefined;
  /** What changing one takes, beside what its path says. */
  readonly args: Args;
}

/** Its writes answer lists, and a write to a list makes a record: `services/redirection` has these properties itself. */
const ANSWERED_IN_LISTS = '/redirection/v1/';

/** What no POST to a list makes: a batch makes jobs, the vendor packages; the proxy hands on, and has no record. */
const MADE_OTHERWISE = [
  '/i18n/tm/v1/jobs/(?P<jobId>\\d+)',
  '/installer/v1/packages/(?P<slug>[^/]+)',
  '/i18n/ate/v1/ate/proxy',
];

/**
 * Every address that is read with GET and changed with PUT.
 * @throws Error for one whose records no route makes
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

/** Names a record that is made beforehand, and says what a write means: neither is a member of the record. */
const OF_THE_WRITE = ['translation_of', 'i18n_minor_edit'];

/** Beside what the path says, and what tags refuse. */
const argsOf = ({ args, parts, pattern }: Endpoint): Args => {
  const others = [...capturesOf(parts), ...OF_THE_WRITE, ...(pattern.includes('/core/v2/tags') ? ['parent'] : [])];
  return Object.fromEntries(Object.entries(args).filter(([name]) => !others.includes(name)));
};

/** The path of one, with what its captures stand for. */
export const pathOf = (parts: readonly PathPart[], captured: Readonly<Record<string, string>>): string =>
  parts.map((part) => ('literal' in part ? part.literal : encodeURIComponent(captured[part.capture] ?? ''))).join('');
