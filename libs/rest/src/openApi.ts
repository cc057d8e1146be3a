import { isDeepStrictEqual } from 'node:util';
import type { SchemaKeywords } from './arg.ts';
import type { ArgDescription, RouteDescription, RouteDescriptions } from './describe.ts';
import { createPause } from './inSlices.ts';
import { createComponents } from './openApiComponents.ts';
import { openApiMessages } from './openApiMessages.ts';
import { type DescribedOperation, type Json, objectSchema, openApiPaths } from './openApiPaths.ts';
import { nameOperation, type OperationNames } from './operationIds.ts';

export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** The name and address of the site. */
  readonly contact: { readonly name: string; readonly url: string };
  /** `{api_root}` */
  readonly server: string;
}

/** The parts of an OpenAPI document that do not follow from the routes. */
export interface OpenApiParts {
  readonly names: OperationNames;
  /** Returns the tag of a namespace. */
  readonly tagOf: (namespace: string) => { readonly name: string; readonly description: string };
  /** Translates a text, and fills in its placeholders. */
  readonly text: (text: string, values?: Readonly<Record<string, string>>) => string;
}

const LICENSE = { name: 'Apache-2.0', identifier: 'Apache-2.0' };

/** Returns the OpenAPI 3.1 document of the described routes. Other requests are answered between two routes. */
export const openApi = async (
  descriptions: readonly RouteDescriptions[],
  { server, ...about }: OpenApiInfo,
  { names, tagOf, text }: OpenApiParts,
): Promise<Json> => {
  const routes = descriptions
    .flatMap(({ namespaces }) => Object.values(namespaces).flatMap(Object.values<RouteDescription>))
    .map(withoutComputedDefaults);
  const components = createComponents(text);
  const paths = await openApiPaths(routes, {
    bodyTypes: ['application/json', 'application/x-www-form-urlencoded'],
    operation: (operation) => {
      const { operationId, sameAs } = nameOperation(operation, names);
      return {
        operationId,
        tags: [tagOf(operation.route.namespace).name],
        description: describeUse(operation, sameAs, text),
        ...(requiresUser(operation) && { security: [APPLICATION_PASSWORD] }),
        ...components.responses(operation),
      };
    },
    parameter: (arg, place) => ({
      ...(place === 'query' && arg?.description !== undefined && { description: arg.description }),
      schema: schemaOf(arg ?? {}),
    }),
    headers: components.headers,
    member: schemaOf,
    body: (schema, { route, index, method }) => {
      const first = route.endpoints[index]?.methods[0] ?? method;
      return components.body(schema, nameOperation({ route, method: first }, names).operationId);
    },
    fileDescription: text(openApiMessages.file),
  });
  const { schemas, ...others } = components.all();
  const described = new Set(routes.map(({ namespace }) => namespace));
  return {
    openapi: '3.1.0',
    info: { ...about, license: LICENSE },
    servers: [{ url: server }],
    tags: [...described].map(tagOf),
    paths,
    components: {
      schemas: { ...(await namedSchemas(routes)), ...schemas },
      ...others,
      securitySchemes: {
        applicationPassword: { type: 'http', scheme: 'basic', description: text(openApiMessages.applicationPassword) },
      },
    },
    security: [{}, APPLICATION_PASSWORD],
  };
};

/** Removes defaults that are computed: a client that is generated today would send today's value for ever. */
const withoutComputedDefaults = (route: RouteDescription): RouteDescription => ({
  ...route,
  endpoints: route.endpoints.map((endpoint, index) => {
    const args = Object.entries<ArgDescription>(endpoint.args).map(([name, { default: preset, ...arg }]) => {
      const isFixed = preset !== undefined && route.computed?.[index]?.includes(name) !== true;
      return [name, { ...arg, ...(isFixed && { default: preset }) }] as const;
    });
    return { ...endpoint, args: Object.fromEntries(args) };
  }),
});

const APPLICATION_PASSWORD = { applicationPassword: [] };

/** True if an operation is refused to visitors: a change that needs a permission. */
const requiresUser = ({ route, index, method }: DescribedOperation): boolean =>
  route.restricted?.[index] === true && method !== 'GET';

/** Returns the sentences about callers and forms of an operation. */
const describeUse = (operation: DescribedOperation, sameAs: string | undefined, text: OpenApiParts['text']): string => {
  if (sameAs !== undefined) return text(openApiMessages.sameAs, { method: sameAs });
  const { route, index } = operation;
  const limited = requiresUser(operation) ? openApiMessages.users : openApiMessages.readers;
  const callers = text(route.restricted?.[index] === true ? limited : openApiMessages.everybody);
  return route.endpoints[index]?.allow_batch ? `${callers} ${text(openApiMessages.batch)}` : callers;
};

/** @throws Error if two services give one name to different schemas */
const namedSchemas = async (routes: readonly RouteDescription[]): Promise<Json> => {
  const pause = createPause();
  const named = new Map<string, Json>();
  for (const [name, schema] of routes.flatMap(({ answers = [] }) =>
    answers.flatMap(({ schemas }) => Object.entries(schemas)),
  )) {
    await pause();
    const known = named.get(name);
    if (known !== undefined && !isDeepStrictEqual(known, schema)) throw new Error(`two schemas are named ${name}`);
    named.set(name, schema);
  }
  return Object.fromEntries(named);
};

/** Returns a default as a value of its type: null stands for none, and one item for a list of it. */
const defaultOf = ({ default: preset, type }: SchemaKeywords): Json => {
  const types = type === undefined ? [] : [type].flat();
  if (preset === undefined || (preset === null && !types.includes('null') && types.length > 0)) return {};
  const isItem = types.length === 1 && types[0] === 'array' && !Array.isArray(preset);
  return { default: isItem ? [preset] : preset };
};

const schemaOf = ({ format, ...words }: SchemaKeywords): Json => {
  const { items, properties, additionalProperties, anyOf, oneOf, required: _, readonly, default: __, ...rest } = words;
  // a `date-time` has an offset, and values described by a pattern have none
  const isUntrue = format === 'date-time' && rest.pattern !== undefined;
  const isAnyObject = properties !== undefined && Object.keys(properties).length === 0;
  const additional = additionalProperties ?? (isAnyObject ? true : undefined);
  return {
    ...rest,
    ...defaultOf(words),
    ...(format !== undefined && !isUntrue && { format }),
    ...(properties && { ...objectSchema(properties, schemaOf), type: rest.type ?? 'object' }),
    ...(readonly !== undefined && { readOnly: readonly }),
    // without a schema of its own, a list has any items
    ...(items ? { items: schemaOf(items) } : [rest.type].flat().includes('array') && { items: {} }),
    ...(additional !== undefined && {
      additionalProperties: typeof additional === 'object' ? schemaOf(additional) : additional,
    }),
    ...(anyOf && { anyOf: anyOf.map(schemaOf) }),
    ...(oneOf && { oneOf: oneOf.map(schemaOf) }),
  };
};
