import type { Texts } from '@almanac/i18n';
import {
  type AddressableJson,
  answerOpenApi,
  createSharedValues,
  currentDefaults,
  describeRoutes,
  markedAddresses,
  openApiAnswer,
  type Route,
  type RouteDescription,
  route,
  writeJson,
} from '@almanac/rest';
import { documentPaths, type Json, TAGS } from './documentPaths.ts';
import { NAMESPACE } from './namespace.ts';

const english = {
  title: 'Calendar',
  description: 'The events of the site with their venues and organizers.',
  contact: 'The administrator of the site',
} as const;

/** The English texts of the document, for catalogues. */
export const calxDocumentTexts: readonly string[] = [english.title, english.description, english.contact];

/** GET `/calx/v1/docs` (docs/interface/calendar-second-generation.md §9), in the language of the request. */
export const calxDocumentRoute = (described: readonly Route[], texts: Texts): Route => {
  const shared = createSharedValues<AddressableJson>();
  const own: Route = route({
    namespace: NAMESPACE,
    path: '/docs',
    methods: ['GET'],
    summary: 'Describes this interface.',
    args: {},
    answers: { 200: openApiAnswer },
    handle: async (request) => {
      const { language } = request;
      const { apiRoot, site } = markedAddresses(request);
      const document = await shared(language, [apiRoot, ...currentDefaults(described)], async () => {
        const { namespaces } = await describeRoutes([own, ...described], texts, language, { version: '3.0' });
        const say = (text: string) => texts.text(text, language);
        return writeJson(await documentOf(namespaces[NAMESPACE] ?? {}, { root: `${apiRoot}/${NAMESPACE}`, site, say }));
      });
      return answerOpenApi(document(request), language);
    },
  });
  return own;
};

interface Around {
  /** The address of the namespace. */
  readonly root: string;
  readonly site: string;
  readonly say: (text: string) => string;
}

const documentOf = async (
  routes: Readonly<Record<string, RouteDescription>>,
  { root, site, say }: Around,
): Promise<Json> => {
  const { paths, schemas } = await documentPaths(Object.values(routes));
  return {
    openapi: '3.0.4',
    info: {
      title: say(english.title),
      version: '1.0.0',
      description: say(english.description),
      contact: { name: say(english.contact), url: site },
    },
    tags: TAGS.map((name) => ({ name })),
    components: {
      schemas,
      securitySchemes: { BasicAuth: { type: 'http', scheme: 'basic' } },
    },
    servers: [{ url: root }],
    paths,
  };
};
