import type { Words } from './arg.ts';
import type { ArgDescription, EndpointDescription, RouteDescription, RouteDescriptions } from './describe.ts';
import type { Method } from './route.ts';

export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  readonly description?: string;
  /** `{api_root}` */
  readonly server: string;
  /** What is said of answers, in the language of the descriptions; default English. */
  readonly answers?: { readonly success: string; readonly refused: string };
}

type Json = Readonly<Record<string, unknown>>;

/** The OpenAPI 3.1 document of the described routes; pure. */
export const openApi = (descriptions: readonly RouteDescriptions[], info: OpenApiInfo): Json => {
  const { server, answers = { success: 'Success', refused: 'Refused' }, ...about } = info;
  const routes = descriptions.flatMap(({ namespaces }) =>
    Object.values(namespaces).flatMap(Object.values<RouteDescription>),
  );
  return {
    openapi: '3.1.0',
    info: about,
    servers: [{ url: server }],
    paths: Object.fromEntries(routes.map((route) => [route.template, pathItem(route, responsesOf(answers))])),
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

/** The first endpoint that has a method answers it, as in routing. */
const pathItem = (route: RouteDescription, responses: Json): Json => {
  const operations = route.methods.map((method) => {
    const index = route.endpoints.findIndex((endpoint) => endpoint.methods.includes(method));
    return [method.toLowerCase(), { ...operation(route, index, method), responses }] as const;
  });
  return Object.fromEntries(operations);
};

const operation = (route: RouteDescription, index: number, method: Method): Json => {
  const endpoint = route.endpoints[index] as EndpointDescription;
  const inPath = [...route.template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const args = Object.entries(endpoint.args as Readonly<Record<string, ArgDescription>>);
  const others = args.filter(([name]) => !inPath.includes(name));
  const raw = route.raw[index] === true;
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
  const inBody = hasBody && !raw;
  const captured = new Map(args);
  return {
    operationId: `${method.toLowerCase()}${route.template.replaceAll(/[^\w]+/g, '_')}`,
    summary: route.summaries[index],
    tags: route.namespace === '' ? [] : [route.namespace],
    parameters: [
      ...inPath.map((name) => ({ name, in: 'path', required: true, schema: schemaOf(captured.get(name) ?? {}) })),
      ...(inBody ? [] : others.map(([name, arg]) => queryParameter(name, arg))),
    ],
    ...(hasBody ? { requestBody: raw ? FILE : requestBody(others) } : {}),
  };
};

const queryParameter = (name: string, arg: ArgDescription): Json => ({
  name,
  in: 'query',
  required: arg.required,
  ...(arg.description === undefined ? {} : { description: arg.description }),
  ...(arg.type === 'array' ? { style: 'form', explode: false } : {}),
  ...(arg.type === 'object' ? { style: 'deepObject', explode: true } : {}),
  schema: schemaOf(arg),
});

const FILE = { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };

const requestBody = (args: readonly (readonly [string, ArgDescription])[]): Json => {
  const schema = objectSchema(Object.fromEntries(args));
  return { content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } } };
};

/** Properties mark themselves as required in descriptions; OpenAPI lists their names at the object. */
const objectSchema = (properties: Readonly<Record<string, Words>>): Json => {
  const required = Object.keys(properties).filter((name) => properties[name]?.required);
  const schemas = Object.entries(properties).map(([name, words]) => [name, schemaOf(words)]);
  return { type: 'object', properties: Object.fromEntries(schemas), ...(required.length === 0 ? {} : { required }) };
};

const schemaOf = (words: Words & { readonly default?: unknown }): Json => {
  const { items, properties, additionalProperties: additional, anyOf, oneOf, required: _required, ...rest } = words;
  return {
    ...rest,
    ...(properties === undefined ? {} : { ...objectSchema(properties), type: rest.type ?? 'object' }),
    ...(items === undefined ? {} : { items: schemaOf(items) }),
    ...(additional === undefined
      ? {}
      : { additionalProperties: typeof additional === 'object' ? schemaOf(additional) : additional }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(schemaOf) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(schemaOf) }),
  };
};
