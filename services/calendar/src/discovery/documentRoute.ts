import type { Texts } from '@almanac/i18n';
import { describeRoutes, type Route, route } from '@almanac/rest';
import { type DocumentTexts, openApiDocument } from './openApiDocument.ts';

const namespace = 'cal/events/v1';

const english: DocumentTexts = {
  title: 'Calendar',
  description: 'The events of the site with their venues, organizers, categories and tags.',
  responses: {
    200: 'The answer to the request.',
    201: 'The new record.',
    400: 'An argument is missing or not valid.',
    401: 'The request needs credentials.',
    403: 'The caller may not do it.',
    404: 'There is no such record or page.',
    410: 'The record is in the trash already.',
  },
};

/** The English texts of the document, for catalogues. */
export const documentTexts: readonly string[] = [
  english.title,
  english.description,
  ...Object.values(english.responses),
];

/** Describes the namespace's routes in the language of the request. */
export const documentRoute = (described: readonly Route[], texts: Texts): Route =>
  route({
    namespace,
    path: '/doc',
    methods: ['GET'],
    summary: 'Describes this interface.',
    args: {},
    handle: async ({ apiRoot, language }) => {
      const routes = describeRoutes(described, texts, language).namespaces[namespace] ?? {};
      const root = `${apiRoot}/${namespace}`;
      return { body: openApiDocument(routes, { root, namespace, texts: inLanguage(texts, language) }) };
    },
  });

const inLanguage = (texts: Texts, language: string): DocumentTexts => ({
  title: texts.text(english.title, language),
  description: texts.text(english.description, language),
  responses: Object.fromEntries(
    Object.entries(english.responses).map(([status, text]) => [status, texts.text(text, language)]),
  ),
});
