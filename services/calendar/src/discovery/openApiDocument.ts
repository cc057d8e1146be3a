import { type ArgDescription, openApiPaths, type RouteDescription } from '@almanac/rest';

type Json = Readonly<Record<string, unknown>>;

export interface DocumentTexts {
  readonly title: string;
  readonly description: string;
}

/**
 * Returns the document of `/doc`: OpenAPI 3.0.0, its paths below the namespace's root
 * (docs/interface/calendar.md §14).
 * @param routes by pattern, as `describeRoutes` gives them for the namespace
 */
export const openApiDocument = async (
  routes: Readonly<Record<string, RouteDescription>>,
  { root, namespace, texts }: { readonly root: string; readonly namespace: string; readonly texts: DocumentTexts },
): Promise<Json> => ({
  openapi: '3.0.0',
  info: { version: '1.0.0', title: texts.title, description: texts.description },
  components: { schemas: schemasOf(Object.values(routes)) },
  servers: [{ url: root }],
  paths: {
    '/doc': { get: { summary: texts.title, parameters: [], responses: { 200: { description: texts.description } } } },
    ...(await openApiPaths(
      Object.values(routes).map((route) => ({ ...route, template: route.template.slice(namespace.length + 1) })),
      {
        bodyTypes: ['application/x-www-form-urlencoded'],
        operation: ({ route, index }) => ({ responses: route.answers?.[index]?.answers ?? {} }),
        parameter: (arg) => ({ description: arg?.description ?? '', schema: schemaOf(arg) }),
        member: (arg) => ({ ...schemaOf(arg), description: arg.description ?? '' }),
      },
    )),
  },
});

/** Returns the schema of a value in this document, which is shorter than the route's description. */
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

const schemasOf = (routes: readonly RouteDescription[]): Json =>
  Object.assign({}, ...routes.flatMap(({ answers = [] }) => answers.map(({ schemas }) => schemas)));
