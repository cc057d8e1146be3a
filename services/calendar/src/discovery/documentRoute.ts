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
  route,
  writeJson,
} from '@almanac/rest';
import { type DocumentTexts, openApiDocument } from './openApiDocument.ts';

const namespace = 'cal/events/v1';

const english: DocumentTexts = {
  title: 'Calendar',
  description: 'The events of the site with their venues, organizers, categories and tags.',
};

/** The English texts of the document, for catalogues. */
export const documentTexts: readonly string[] = [english.title, english.description];

/** Returns the route that describes the namespace's routes in the language of the request. */
export const documentRoute = (described: readonly Route[], texts: Texts): Route => {
  const shared = createSharedValues<AddressableJson>();
  return route({
    namespace,
    path: '/doc',
    methods: ['GET'],
    summary: 'Describes this interface.',
    args: {},
    answers: { 200: openApiAnswer },
    handle: async (request) => {
      const { language } = request;
      const { apiRoot } = markedAddresses(request);
      const document = await shared(language, [apiRoot, ...currentDefaults(described)], async () => {
        const { namespaces } = await describeRoutes(described, texts, language, { version: '3.0' });
        const root = `${apiRoot}/${namespace}`;
        return writeJson(
          await openApiDocument(namespaces[namespace] ?? {}, { root, namespace, texts: inLanguage(texts, language) }),
        );
      });
      return answerOpenApi(document(request), language);
    },
  });
};

const inLanguage = (texts: Texts, language: string): DocumentTexts => ({
  title: texts.text(english.title, language),
  description: texts.text(english.description, language),
});
