import { type ArgDescription, type DescribedOperation, openApiPaths, type RouteDescription } from '@almanac/rest';
import { recordSchemas } from './recordSchemas.ts';

type Json = Readonly<Record<string, unknown>>;

export interface DocumentTexts {
  readonly title: string;
  readonly description: string;
  /** By status. */
  readonly responses: Readonly<Record<number, string>>;
}

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
    ...openApiPaths(
      Object.values(routes).map((route) => ({ ...route, template: route.template.slice(namespace.length + 1) })),
      {
        bodyTypes: ['application/x-www-form-urlencoded'],
        operation: (operation) => ({ responses: responses(operation, texts) }),
        parameter: (arg) => ({ description: arg?.description ?? '', schema: schemaOf(arg) }),
        member: (arg) => ({ ...schemaOf(arg), description: arg.description ?? '' }),
      },
    ),
  },
});

/** What this document says of a value, less than the route's own description. */
const schemaOf = (arg: Partial<ArgDescription> = {}): Json => {
  const { type = 'string', items, format, enum: known, default: preset } = arg;
  return {
    type,
    ...(items && { items: schemaOf({ ...items, required: false }) }),
    ...(format !== undefined && { format }),
    ...(known && { enum: known }),
    ...(preset !== undefined && preset !== null && { default: preset }),
  };
};

const responses = ({ route, method }: DescribedOperation, texts: DocumentTexts): Json => {
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
