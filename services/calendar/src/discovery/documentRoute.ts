import type { Texts } from '@almanac/i18n';
import { describeRoutes, type Route, route } from '@almanac/rest';
import { z } from 'zod';
import { type DocumentTexts, openApiDocument } from './openApiDocument.ts';

const namespace = 'cal/events/v1';

const english: DocumentTexts = {
  title: 'Calendar',
  description: 'The events of the site with their venues, organizers, categories and tags.',
};

/** The English texts of the document, for catalogues. */
export const documentTexts: readonly string[] = [english.title, english.description];

/** Describes the namespace's routes in the language of the request. */
export const documentRoute = (described: readonly Route[], texts: Texts): Route =>
  route({
    namespace,
    path: '/doc',
    methods: ['GET'],
    summary: 'Describes this interface.',
    args: {},
    answers: { 200: z.looseObject({ openapi: z.literal('3.0.0') }) },
    handle: async ({ apiRoot, language }) => {
      const routes = describeRoutes(described, texts, language, { version: '3.0' }).namespaces[namespace] ?? {};
      const root = `${apiRoot}/${namespace}`;
      return { body: openApiDocument(routes, { root, namespace, texts: inLanguage(texts, language) }) };
    },
  });

const inLanguage = (texts: Texts, language: string): DocumentTexts => ({
  title: texts.text(english.title, language),
  description: texts.text(english.description, language),
});
