import { type ArgDescription, isObject, openApiPaths, type RouteDescription } from '@almanac/rest';
import { NAMESPACE } from './namespace.ts';
import { commonArgs } from './recordArgs.ts';
import { recordMembers } from './schemas.ts';

export type Json = Readonly<Record<string, unknown>>;

const BODY_TYPE = 'application/json';
const BODY_TYPES = [BODY_TYPE, 'application/x-www-form-urlencoded'];
const nouns: ReadonlyMap<string, string> = new Map(
  Object.entries({ events: 'Event', venues: 'Venue', organizers: 'Organizer', series: 'Series' }),
);

/** The tags that group the operations. */
export const TAGS = ['OpenApi', 'Events', 'Organizers', 'Series', 'Venues'] as const;

const nounOf = (template: string): string | undefined => nouns.get(template.split('/')[1] ?? '');

const pluralOf = (noun: string): string => (noun.endsWith('s') ? noun : `${noun}s`);

const tagOf = (template: string): string => {
  const noun = nounOf(template);
  return noun === undefined ? 'OpenApi' : pluralOf(noun);
};

const VERBS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ GET: 'get', POST: 'create', PUT: 'update', DELETE: 'delete' }),
);

const operationIdOf = (template: string, method: string): string => {
  const noun = nounOf(template);
  if (noun === undefined) return 'getOpenApiDocs';
  if (template.endsWith('/occurrences')) return `get${noun}Occurrences`;
  const isList = method === 'GET' && !template.includes('{');
  return `${VERBS.get(method)}${isList ? pluralOf(noun) : noun}`;
};

/** Returns the schema of an argument for OpenAPI 3.0: one type, and `nullable` for null. */
const schemaOf = ({ required: _, ...words }: Partial<ArgDescription>): Json => {
  const types = [words.type ?? 'string'].flat();
  const { default: preset, items, type: __, description: ___, ...others } = words;
  return {
    ...others,
    type: types.find((type) => type !== 'null') ?? 'string',
    ...(types.includes('null') && { nullable: true }),
    // `Words` leaves the words of items untyped
    ...(items && { items: schemaOf(items as Partial<ArgDescription>) }),
    ...(preset !== undefined && preset !== null && { default: preset }),
  };
};

interface DocumentPaths {
  readonly paths: Json;
  readonly schemas: Json;
}

type Operations = Readonly<Record<string, Json>>;

/** Returns the namespace's paths below its root, and their schemas. PATCH equals PUT and is left out. */
export const documentPaths = async (routes: readonly RouteDescription[]): Promise<DocumentPaths> => {
  const own = routes.map((route) => ({ ...route, template: route.template.slice(NAMESPACE.length + 1) }));
  const paths = await openApiPaths(own, {
    bodyTypes: [BODY_TYPE],
    operation: ({ route: { template, summaries, answers }, method, index }) => ({
      operationId: operationIdOf(template, method),
      tags: [tagOf(template)],
      description: summaries[index],
      security: method === 'GET' ? [] : [{ BasicAuth: [] }],
      responses: answers?.[index]?.answers ?? {},
    }),
    parameter: (arg) => ({ description: arg?.description ?? '', schema: schemaOf(arg ?? {}) }),
    member: (arg) => ({ ...schemaOf(arg), description: arg.description ?? '' }),
  });
  const shown = Object.entries(paths).map(
    ([template, { patch: _, ...operations }]) => [template, withBodies(template, operations)] as const,
  );
  const answered = Object.assign({}, ...routes.flatMap(({ answers = [] }) => answers.map(({ schemas }) => schemas)));
  const schemas = { ...sharedSchemas(answered), ...answered, ...bodiesOf(Object.entries(paths)) };
  return inOwnNames({ paths: Object.fromEntries(shown), schemas });
};

const membersOf = (value: unknown): Json => (isObject(value) ? value : {});

const schemaIn = (body: unknown): Json => membersOf(membersOf(membersOf(membersOf(body).content)[BODY_TYPE]).schema);

/** Replaces the schemas of bodies by references; a new record requires a title. */
const withBodies = (template: string, operations: Operations): Json =>
  Object.fromEntries(
    Object.entries(operations).map(([method, operation]) => {
      if (operation.requestBody === undefined) return [method, operation];
      const named = { $ref: `#/components/schemas/${nounOf(template)}_Request_Body` };
      const schema = method === 'post' ? { allOf: [named, { type: 'object', required: ['title'] }] } : named;
      const content = Object.fromEntries(BODY_TYPES.map((type) => [type, { schema }]));
      return [method, { ...operation, requestBody: { content } }];
    }),
  );

/** Returns the members of an object that another object has too. */
const ofBoth = ({ properties }: Json, others: object): Json => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(membersOf(properties)).filter(([name]) => Object.hasOwn(others, name))),
});

/** Returns the schema of each kind's body, and the schema of the members that all kinds share. */
const bodiesOf = (paths: readonly (readonly [string, Operations])[]): Json => {
  const own = paths.flatMap(([template, { put }]) =>
    put === undefined ? [] : [[`${nounOf(template)}_Request_Body`, schemaIn(put.requestBody)] as const],
  );
  return { Calx_Post_Entity_Request_Body: ofBoth(own[0]?.[1] ?? {}, commonArgs), ...Object.fromEntries(own) };
};

const sharedSchemas = (answered: Readonly<Record<string, Json>>): Json => ({
  Calx_Post_Entity: ofBoth(answered.CalxEvent ?? {}, recordMembers),
  OpenApi: { type: 'object', required: ['openapi', 'info', 'paths'], additionalProperties: true },
  OpenApi_Path: { type: 'object', additionalProperties: true },
});

/** The names of schemas in this document, by their names in the document of the whole site. */
const names: ReadonlyMap<string, string> = new Map(
  Object.entries({
    CalxDate: 'Date',
    CalxDateDetails: 'Date_Details',
    CalxEvent: 'Event',
    CalxOrganizer: 'Organizer',
    CalxOrganizerWithin: 'Organizer_Within',
    CalxSeries: 'Series',
    CalxVenue: 'Venue',
    CalxVenueWithin: 'Venue_Within',
  }),
);

const inOwnNames = (document: DocumentPaths): DocumentPaths => {
  const text = JSON.stringify(document).replaceAll(
    /"#\/components\/schemas\/(\w+)"/g,
    (_, name: string) => `"#/components/schemas/${names.get(name) ?? name}"`,
  );
  const { paths, schemas }: DocumentPaths = JSON.parse(text);
  const named = Object.entries(schemas).map(([name, schema]) => [names.get(name) ?? name, schema]);
  return { paths, schemas: Object.fromEntries(named) };
};
