import type { ArgDescription, EndpointDescription, RouteDescription } from '@almanac/rest';
import { recordSchemas } from './recordSchemas.ts';

type Json = Readonly<Record<string, unknown>>;

export interface DocumentTexts {
  readonly title: string;
  readonly description: string;
  /** By status. */
  readonly responses: Readonly<Record<number, string>>;
}

const FORM = 'application/x-www-form-urlencoded';

/**
 * The document that `/doc` answers: OpenAPI 3.0.0, its paths below the namespace's root
 * (docs/interface/calendar.md §14).
 * @param routes by pattern, as `describeRoutes` gives them for the namespace
 */
export const openApiDocument = (
  routes: Readonly<Record<string, RouteDescription>>,
  { root, namespace, texts }: { readonly root: string; readonly namespace: string; readonly texts: DocumentTexts },
): Json => ({
  openapi: '3.0.0',
  info: { version: '1.0.0', title: texts.title, description: texts.description },
  components: { schemas: recordSchemas },
  servers: [{ url: root }],
  paths: {
    '/doc': { get: { summary: texts.title, parameters: [], responses: { 200: { description: texts.description } } } },
    ...Object.fromEntries(
      Object.values(routes).map((route) => [route.template.slice(namespace.length + 1), pathItem(route, texts)]),
    ),
  },
});

const pathItem = (route: RouteDescription, texts: DocumentTexts): Json =>
  Object.fromEntries(
    route.methods.map((method) => {
      const index = route.endpoints.findIndex((endpoint) => endpoint.methods.includes(method));
      const endpoint = route.endpoints[index] as EndpointDescription;
      const summary = route.summaries[index] ?? '';
      return [method.toLowerCase(), operation(route, { method, endpoint, summary }, texts)];
    }),
  );

interface Operation {
  readonly method: string;
  readonly endpoint: EndpointDescription;
  readonly summary: string;
}

const operation = (route: RouteDescription, { method, endpoint, summary }: Operation, texts: DocumentTexts): Json => {
  const captured = [...route.template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const args = Object.entries(endpoint.args as Readonly<Record<string, ArgDescription>>);
  const outside = args.filter(([name]) => !captured.includes(name));
  const writes = method === 'POST' || method === 'PUT' || method === 'PATCH';
  const inPath = captured.map((name) => parameter(name, 'path', new Map(args).get(name)));
  return {
    summary,
    parameters: writes ? inPath : [...inPath, ...outside.map(([name, arg]) => parameter(name, 'query', arg))],
    ...(writes && { requestBody: { content: { [FORM]: { schema: bodySchema(outside) } } } }),
    responses: responses(route, method, texts),
  };
};

const parameter = (name: string, place: 'path' | 'query', arg: ArgDescription | undefined): Json => ({
  name,
  in: place,
  description: arg?.description ?? '',
  schema: schemaOf(arg),
  required: place === 'path' || arg?.required === true,
  ...(arg?.type === 'array' && { style: 'form', explode: false }),
});

const schemaOf = (arg: ArgDescription | undefined): Json => {
  const { type = 'string', items, format, enum: known, default: preset } = arg ?? {};
  return {
    type,
    ...(items && { items: schemaOf({ ...items, required: false }) }),
    ...(format !== undefined && { format }),
    ...(known && { enum: known }),
    ...(preset !== undefined && preset !== null && { default: preset }),
  };
};

const bodySchema = (args: readonly (readonly [string, ArgDescription])[]): Json => {
  const required = args.filter(([, arg]) => arg.required).map(([name]) => name);
  const properties = args.map(([name, arg]) => [name, { ...schemaOf(arg), description: arg.description ?? '' }]);
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
};

const responses = (route: RouteDescription, method: string, texts: DocumentTexts): Json => {
  const single = route.template.includes('{');
  const creates = method === 'POST' && !single;
  const statuses = [
    creates ? 201 : 200,
    400,
    ...(method === 'GET' ? [] : [401]),
    ...(method === 'GET' && !single ? [] : [403]),
    ...(creates ? [] : [404]),
    ...(method === 'DELETE' ? [410] : []),
  ];
  return Object.fromEntries(statuses.map((status) => [status, { description: texts.responses[status] }]));
};
