import { isDeepStrictEqual } from 'node:util';
import type { SchemaKeywords } from './arg.ts';
import type { RouteDescription, RouteDescriptions } from './describe.ts';
import { createComponents } from './openApiComponents.ts';
import { type Json, objectSchema, openApiPaths } from './openApiPaths.ts';
import { type OperationNames, operationIdOf } from './operationIds.ts';

export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  readonly description?: string;
  /** `{api_root}` */
  readonly server: string;
}

/** The parts of an OpenAPI document that do not follow from the routes. */
export interface OpenApiParts {
  readonly names: OperationNames;
}

/** Returns the OpenAPI 3.1 document of the described routes. */
export const openApi = (
  descriptions: readonly RouteDescriptions[],
  info: OpenApiInfo,
  { names }: OpenApiParts,
): Json => {
  const { server, ...about } = info;
  const routes = descriptions.flatMap(({ namespaces }) =>
    Object.values(namespaces).flatMap(Object.values<RouteDescription>),
  );
  const components = createComponents();
  const paths = openApiPaths(routes, {
    bodyTypes: ['application/json', 'application/x-www-form-urlencoded'],
    operation: (operation) => ({
      operationId: operationIdOf(operation, names),
      tags: operation.route.namespace === '' ? [] : [operation.route.namespace],
      ...components.responses(operation),
    }),
    parameter: (arg, place) => ({
      ...(place === 'query' && arg?.description !== undefined && { description: arg.description }),
      schema: schemaOf(arg ?? {}),
    }),
    member: schemaOf,
    body: (schema, { route, index, method }) =>
      components.body(schema, operationIdOf({ route, method: route.endpoints[index]?.methods[0] ?? method }, names)),
  });
  const { schemas, ...others } = components.all();
  return {
    openapi: '3.1.0',
    info: about,
    servers: [{ url: server }],
    paths,
    components: { schemas: { ...namedSchemas(routes), ...schemas }, ...others, securitySchemes: SECURITY },
    security: [{}, { applicationPassword: [] }],
  };
};

const SECURITY = { applicationPassword: { type: 'http', scheme: 'basic' } };

/** @throws Error if two services give one name to different schemas */
const namedSchemas = (routes: readonly RouteDescription[]): Json => {
  const named = new Map<string, Json>();
  for (const [name, schema] of routes.flatMap(({ answers }) =>
    answers.flatMap(({ schemas }) => Object.entries(schemas)),
  )) {
    const known = named.get(name);
    if (known !== undefined && !isDeepStrictEqual(known, schema)) throw new Error(`two schemas are named ${name}`);
    named.set(name, schema);
  }
  return Object.fromEntries(named);
};

const schemaOf = ({ format, ...words }: SchemaKeywords): Json => {
  const { items, properties, additionalProperties: additional, anyOf, oneOf, required: _, readonly, ...rest } = words;
  // a `date-time` has an offset, and values described by a pattern have none
  const isUntrue = format === 'date-time' && rest.pattern !== undefined;
  return {
    ...rest,
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
