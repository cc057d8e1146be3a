import type { UserName } from '../../site.ts';

/** A parameter as the OpenAPI document describes it. */
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: {
    readonly type?: string | readonly string[];
    readonly enum?: readonly unknown[];
    readonly maximum?: number;
    readonly maxItems?: number;
    readonly items?: { readonly type?: string };
  };
}

interface Operation {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters?: Readonly<Record<string, Parameter>> };
}

/** A request that is as large as its declaration allows. */
export interface Largest {
  readonly what: string;
  readonly method: string;
  /** Path from the root of the interface, with its query. */
  readonly target: string;
  /** The user who sends it; without one, a visitor. */
  readonly as?: UserName;
  readonly body?: object;
  /** `Idempotency-Key` of the request: a new one each time, or the same one, which repeats the stored answer. */
  readonly key?: 'new' | 'same';
}

type Ids = ReadonlyMap<string, readonly number[]>;

/** Maximum number of ids in a query, limited by the length of an address. */
const MAX_IDS = 500;
/** Page size for lists without a declared maximum, which lower it themselves. */
const LARGE_PAGE = 100;

const parametersOf = ({ components }: OpenApiDocument, { parameters = [] }: Operation): Parameter[] =>
  parameters.flatMap((each) => {
    if (!('$ref' in each)) return [each];
    const found = components.parameters?.[each.$ref.split('/').at(-1) ?? ''];
    return found === undefined ? [] : [found];
  });

const fixed: Readonly<Record<string, string>> = {
  slug: 'evening-0-by-the-harbour',
  domain: 'forms',
  language: 'fr-ca',
  module: '1',
  format: 'json',
  kind: 'post',
  type: 'post',
  status: 'publish',
  taxonomy: 'category',
  user_id: 'me',
  jobId: '1000000',
  job_id: '1000000',
  job_type: 'post',
};

/** Lists that show the records of another list. */
const sameRecords: Readonly<Record<string, string>> = {
  '/core/v2/cal_events': '/cal/events/v1/events',
  '/core/v2/cal_venue': '/cal/events/v1/venues',
  '/core/v2/cal_organizer': '/cal/events/v1/organizers',
  '/core/v2/cal_events_cat': '/cal/events/v1/categories',
  '/calx/v1/events': '/cal/events/v1/events',
  '/calx/v1/venues': '/cal/events/v1/venues',
  '/calx/v1/organizers': '/cal/events/v1/organizers',
};

/** Returns the ids of the records of a list. */
const idsOf = (list: string, ids: Ids): readonly number[] => ids.get(sameRecords[list] ?? list) ?? [];

/** Fills a path with the id of a record of its list and with its other captures. */
const pathOf = (path: string, ids: Ids): string => {
  const list = path.split('/{', 1)[0] ?? '';
  const own = idsOf(list, ids)[0] ?? ids.get('/core/v2/posts')?.[0] ?? 1;
  return path.replaceAll(/\{(\w+)\}/g, (_capture, name: string) => fixed[name] ?? String(own));
};

const isList = ({ schema }: Parameter): boolean => [schema.type].flat().includes('array');
const isPage = ({ name }: Parameter): boolean => name === 'per_page' || name === 'limit';

/** Users who may edit no record: a request for the context `edit` would be refused. */
const readers: readonly (UserName | undefined)[] = [undefined, 'sub1'];

/** Returns the query of all requests to a route: the largest page, from the earliest date, in the fullest form. */
const queryOf = (parameters: readonly Parameter[], as: UserName | undefined): string[] =>
  parameters.flatMap(({ name, schema }) => {
    if (isPage({ name, schema, in: 'query' })) return [`${name}=${schema.maximum ?? LARGE_PAGE}`];
    if (name === 'start_date') return [`${name}=2020-01-01`];
    if (name === 'hide_empty') return [`${name}=false`];
    if (name === 'context' && schema.enum?.includes('edit')) return readers.includes(as) ? [] : ['context=edit'];
    if (name === 'url' || name === 'u') return [`${name}=${encodeURIComponent('/events/month/2031-06/')}`];
    return [];
  });

/** A visitor, and a user of each role with goals: there are none for requests of administrators. */
const senders: readonly (UserName | undefined)[] = [undefined, 'sub1', 'contrib1', 'author1', 'editor1'];

/** Searches that match every record, none, or only after each record was read. */
const searches: readonly string[] = [
  'harbour',
  'neighbours harbour talked length',
  '%_',
  [...'abcdefghijklmnopqrstuvwxyz0123456789'].join(' '),
  'harbour '.repeat(200).trim(),
  'ab '.repeat(3_400).trim(),
];

/** Number of records that a deep page skips. */
const DEEP_OFFSET = 49_000;

/** Returns additions to the query, used one at a time: embedding, searches, orders, deep pages, and each list of ids. */
const additionsOf = (parameters: readonly Parameter[], ids: readonly number[]): string[] => {
  const deep = parameters.find(({ name }) => name === 'offset') ? `&offset=${DEEP_OFFSET}` : '';
  return [
    '',
    '_embed=1',
    ...parameters.flatMap((each) => {
      const { name, schema } = each;
      if (name === 'search' || name === 's') return searches.map((words) => `${name}=${encodeURIComponent(words)}`);
      if (name === 'orderby')
        return (schema.enum ?? []).map(
          (order) => `orderby=${order}${order === 'relevance' ? '&search=harbour' : deep}`,
        );
      const takesIds = isList(each) && schema.items?.type !== 'string';
      return takesIds || /^(include|exclude|categories|tags|venue|organizer)$/.test(name)
        ? [`${name}=${ids.slice(0, Math.min(MAX_IDS, schema.maxItems ?? MAX_IDS)).join(',')}`]
        : [];
    }),
  ];
};

/** Names an addition by its beginning and its length. */
const nameOf = (addition: string): string =>
  addition.length <= 40 ? addition : `${addition.slice(0, 30)}… (${addition.length} characters)`;

/** Returns every GET of the document, by a visitor and by users. */
export const largestReads = (document: OpenApiDocument, ids: Ids): Largest[] =>
  Object.entries(document.paths).flatMap(([path, operations]) => {
    const { get } = operations;
    if (get === undefined || /stream$/.test(path)) return [];
    const parameters = parametersOf(document, get).filter((each) => each.in === 'query');
    const own = idsOf(path, ids);
    return senders.flatMap((as) =>
      additionsOf(parameters, own).map((addition) => ({
        what: `GET ${path} ${nameOf(addition)}`.trim(),
        method: 'GET',
        target: `${pathOf(path, ids)}?${[...queryOf(parameters, as), addition].filter((each) => each !== '').join('&')}`,
        ...(as && { as }),
      })),
    );
  });
