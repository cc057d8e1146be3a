import type { Words } from './arg.ts';
import type { RouteDescription, RouteDescriptions } from './describe.ts';
import { type Json, objectSchema, openApiPaths } from './openApiPaths.ts';

export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  readonly description?: string;
  /** `{api_root}` */
  readonly server: string;
  /** Describes answers in the language of the descriptions; default English. */
  readonly answers?: { readonly success: string; readonly refused: string };
}

/** The OpenAPI 3.1 document of the described routes; pure. */
export const openApi = (descriptions: readonly RouteDescriptions[], info: OpenApiInfo): Json => {
  const { server, answers = { success: 'Success', refused: 'Refused' }, ...about } = info;
  const routes = descriptions.flatMap(({ namespaces }) =>
    Object.values(namespaces).flatMap(Object.values<RouteDescription>),
  );
  const responses = responsesOf(answers);
  return {
    openapi: '3.1.0',
    info: about,
    servers: [{ url: server }],
    paths: openApiPaths(routes, {
      bodyTypes: ['application/json', 'application/x-www-form-urlencoded'],
      operation: ({ route: { namespace, template }, method }) => ({
        operationId: `${method.toLowerCase()}${template.replaceAll(/[^\w]+/g, '_')}`,
        tags: namespace === '' ? [] : [namespace],
        responses,
      }),
      parameter: (arg, place) => ({
        ...(place === 'query' && arg?.description !== undefined && { description: arg.description }),
        schema: schemaOf(arg ?? {}),
      }),
      member: schemaOf,
    }),
    components: { schemas: { Error: ERROR }, securitySchemes: SECURITY },
    security: [{}, { applicationPassword: [] }],
  };
};

const SECURITY = { applicationPassword: { type: 'http', scheme: 'basic' } };

const ERROR = {
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    data: { type: 'object', required: ['status'], properties: { status: { type: 'integer' } } },
  },
};

const responsesOf = ({ success, refused }: NonNullable<OpenApiInfo['answers']>): Json => ({
  '2XX': { description: success, content: { 'application/json': { schema: {} } } },
  default: {
    description: refused,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  },
});

const schemaOf = (words: Words): Json => {
  const { items, properties, additionalProperties: additional, anyOf, oneOf, required: _required, ...rest } = words;
  return {
    ...rest,
    ...(properties && { ...objectSchema(properties, schemaOf), type: rest.type ?? 'object' }),
    ...(items && { items: schemaOf(items) }),
    ...(additional !== undefined && {
      additionalProperties: typeof additional === 'object' ? schemaOf(additional) : additional,
    }),
    ...(anyOf && { anyOf: anyOf.map(schemaOf) }),
    ...(oneOf && { oneOf: oneOf.map(schemaOf) }),
  };
};
