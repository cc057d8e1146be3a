import { languageCodes, type Texts } from '@almanac/i18n';
import type { Arg, SchemaKeywords } from './arg.ts';
import { isForLargeBodies } from './body.ts';
import { type AnswerDescriptions, describeAnswers, type OpenApiVersion } from './describeAnswers.ts';
import { createPause } from './inSlices.ts';
import type { BodyForm, Method, PublishedSchema, Route, SchemaPart } from './route.ts';
import { type CompiledRoute, createRouteTable, type RouteGroup } from './routeTable.ts';

/** A described argument: `required` always, and the declared schema keywords (docs/interface/server.md §13.2). */
export type ArgDescription = Omit<SchemaKeywords, 'required'> & {
  readonly required: boolean;
  readonly default?: unknown;
};

export interface EndpointDescription {
  readonly methods: readonly Method[];
  readonly allow_batch?: { readonly v1: true };
  /** `[]` without arguments. */
  readonly args: Readonly<Record<string, ArgDescription>> | readonly [];
}

/** The description of a path in OPTIONS and indexes. */
export interface PathDescription {
  readonly namespace: string;
  readonly methods: readonly Method[];
  readonly endpoints: readonly EndpointDescription[];
  readonly schema?: PublishedSchema;
}

/** The description of a path for the gateway, with data for OpenAPI and `_links`. */
export interface RouteDescription extends PathDescription {
  /** `/cal/events/v1/events/{id}` */
  readonly template: string;
  /** One per endpoint. */
  readonly summaries: readonly string[];
  /** True for an endpoint whose handler reads the body, or a file in it; one per endpoint. */
  readonly raw: readonly boolean[];
  /** Forms of bodies that are more than named members, else null; one per endpoint. Earlier releases have none. */
  readonly bodies?: readonly (BodyForm | null)[];
  /** True for an endpoint with a permission; one per endpoint. Earlier releases have none. */
  readonly restricted?: readonly boolean[];
  /** Names of arguments whose default is computed, such as today; one list per endpoint. Earlier releases have none. */
  readonly computed?: readonly (readonly string[])[];
  /** One per endpoint; missing in a short description. */
  readonly answers?: readonly AnswerDescriptions[];
  /** True if visitors may send the path larger bodies than others. */
  readonly large?: true;
}

/** The answer of `GET /internal/routes`: by namespace, then by pattern (`/cal/events/v1/events/(?P<id>\d+)`). */
export interface RouteDescriptions {
  readonly language: string;
  readonly namespaces: Readonly<Record<string, Readonly<Record<string, RouteDescription>>>>;
}

/** The parts of a description: `short` has neither answers nor published schemas. */
export type Detail = 'short' | 'full';

export interface DescribeOptions {
  /** Namespaces of the service without any route: their indexes show only themselves. */
  readonly bare?: readonly string[];
  /** The OpenAPI version of answer descriptions; default 3.1. */
  readonly version?: OpenApiVersion;
  /** `short` omits answers and published schemas, which take most of the time; default `full`. */
  readonly detail?: Detail;
}

/** Paths whose keys have digits as a class, `[\\d]+`: clients look up the keys that they know. */
const WITH_CLASSES = /^\/(?:core\/v2|redirection\/v1\/(?:redirect|group))\//;

/** Returns the key of a path in indexes (docs/interface/server.md §13.2). */
const keyOf = ({ pattern }: RouteGroup): string =>
  WITH_CLASSES.test(pattern) ? pattern.replaceAll(/(?<!\[)\\d/g, String.raw`[\d]`) : pattern;

/**
 * Describes a service's routes in a language. Calls defaults that are functions now. Other requests are answered between
 * two paths.
 */
export const describeRoutes = async (
  routes: readonly Route[],
  texts: Texts,
  language: string,
  { bare = [], version, detail = 'full' }: DescribeOptions = {},
): Promise<RouteDescriptions> => {
  const pause = createPause();
  const namespaces: Record<string, Record<string, RouteDescription>> = Object.fromEntries(
    bare.map((namespace) => [namespace, {}]),
  );
  for (const group of createRouteTable(routes.filter((route) => !route.hidden)).groups) {
    await pause();
    const described = namespaces[group.namespace] ?? {};
    namespaces[group.namespace] = described;
    described[keyOf(group)] = {
      ...(detail === 'full' ? describeGroup : describeArgs)(group, texts, language),
      template: group.template,
      summaries: group.routes.map(({ route }) => texts.text(route.summary, language)),
      raw: group.routes.map(({ route }) => route.body !== undefined),
      bodies: group.routes.map(({ route }) => route.body ?? null),
      restricted: group.routes.map(({ route }) => route.permission !== undefined),
      computed: group.routes.map(({ args }) =>
        args.flatMap(({ name, arg }) => (typeof arg.default === 'function' ? [name] : [])),
      ),
      ...(group.routes.some(({ route }) => isForLargeBodies(route)) && { large: true }),
      ...(detail === 'full' && {
        answers: group.routes.map(({ route }) => describeAnswers(route, (text) => texts.text(text, language), version)),
      }),
    };
  }
  return { language, namespaces };
};

/**
 * Returns the site's languages and the current values of defaults that are functions, such as today: a description is
 * valid as long as they are equal.
 */
export const currentDefaults = (routes: readonly Route[]): unknown[] => [
  languageCodes(),
  ...routes.flatMap(({ args }) =>
    Object.values(args).flatMap((arg) => (typeof arg.default === 'function' ? [arg.default()] : [])),
  ),
];

/** Describes the routes of one path. */
export const describeGroup = (group: RouteGroup, texts: Texts, language: string): PathDescription => {
  const schema = group.routes.find(({ route }) => route.schema !== undefined)?.route.schema;
  return {
    ...describeArgs(group, texts, language),
    ...(schema === undefined ? {} : { schema: translated(schema, (text) => texts.text(text, language)) }),
  };
};

/** Describes the routes of one path without their published schema. */
const describeArgs = (group: RouteGroup, texts: Texts, language: string): PathDescription => ({
  namespace: group.namespace,
  methods: group.methods,
  endpoints: group.routes.map((compiled) => describeEndpoint(compiled, (text) => texts.text(text, language))),
});

/** Returns the public form of a description: without the gateway's data, with `_links` for a path without captures. */
export const publicDescription = (
  { namespace, methods, endpoints, schema }: PathDescription,
  { path, apiRoot, help }: { readonly path: string; readonly apiRoot: string; readonly help: boolean },
) => ({
  namespace,
  methods,
  endpoints,
  ...(help && schema !== undefined ? { schema } : {}),
  ...(/[({]/.test(path) ? {} : { _links: { self: [{ href: `${apiRoot}${path}` }] } }),
});

type Translate = (text: string) => string;

const describeEndpoint = ({ route, args }: CompiledRoute, translate: Translate): EndpointDescription => ({
  methods: route.methods,
  ...(route.batch ? { allow_batch: { v1: true } } : {}),
  args: args.length === 0 ? [] : Object.fromEntries(args.map(({ name, arg }) => [name, describeArg(arg, translate)])),
});

const describeArg = (arg: Arg, translate: Translate): ArgDescription => ({
  ...translated(arg.words, translate),
  ...(arg.default === undefined ? {} : { default: typeof arg.default === 'function' ? arg.default() : arg.default }),
  required: arg.required,
});

/** Returns the value of a keyword; of a function, its value of the moment. */
const currentWord = (word: unknown): unknown => (typeof word === 'function' ? word() : word);

/** Returns the defined keywords of a schema, with descriptions translated at every depth. */
function translated(words: SchemaKeywords, translate: Translate): SchemaKeywords;
function translated(schema: PublishedSchema, translate: Translate): PublishedSchema;
function translated(words: PublishedSchema, translate: Translate): PublishedSchema {
  const { description, items, properties, additionalProperties: additional, ...rest } = words;
  const present = Object.fromEntries(
    Object.entries(rest).flatMap(([name, word]) => (word === undefined ? [] : [[name, currentWord(word)]])),
  );
  return {
    ...(description === undefined ? {} : { description: translate(description) }),
    ...present,
    ...(items === undefined ? {} : { items: translatedItems(items, translate) }),
    ...(properties === undefined ? {} : { properties: translatedAll(properties, translate) }),
    ...(additional === undefined ? {} : { additionalProperties: translatedPart(additional, translate) }),
  };
}

const translatedPart = (part: SchemaPart, translate: Translate): SchemaPart =>
  typeof part === 'boolean' ? part : translated(part, translate);

const translatedItems = (items: SchemaPart | SchemaPart[], translate: Translate) =>
  Array.isArray(items) ? items.map((item) => translatedPart(item, translate)) : translatedPart(items, translate);

const translatedAll = (properties: Readonly<Record<string, SchemaPart>>, translate: Translate) =>
  Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, translatedPart(part, translate)]));
