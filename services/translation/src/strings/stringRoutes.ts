import { type Filter, findPage } from '@almanac/documents';
import { recordVersion } from '@almanac/event-sourcing';
import { mayManageSite } from '@almanac/identity';
import { corePaging, integer, pagesOfRecords, type RestResponse, type Route, route, siteLanguage } from '@almanac/rest';
import { wordsOrPhrase } from '@almanac/text';
import { z } from 'zod';
import { translationErrors } from '../errors.ts';
import { namedRecord } from '../namedRecord.ts';
import { defaultStringLanguage } from '../string-settings/stringSettings.ts';
import type { Translation } from '../translation.ts';
import {
  isThere,
  type SentTranslations,
  type SiteString,
  siteStrings,
  stringDecider,
  stringMembers,
  stringName,
} from './siteString.ts';
import { listArgs, type ReadTranslations, registrationArgs, translationsArg } from './stringArgs.ts';

const translationAnswer = z.strictObject({
  value: z.string().nullable(),
  status: z.literal([3, 10]),
  mo_value: z.string().nullable(),
});

/** A string with its translations in an answer. */
const stringAnswer = z
  .strictObject({
    id: z.int(),
    domain: z.string(),
    context: z.string(),
    name: z.string(),
    value: z.string(),
    source_language: siteLanguage,
    status: z.literal([0, 2, 3, 10]),
    translations: z.record(siteLanguage, translationAnswer),
  })
  .meta({ id: 'SiteString' });

const stringsAnswer = pagesOfRecords(stringAnswer);

const deletedStringAnswer = z.strictObject({ deleted: z.literal(true), previous: stringAnswer });

/** Every method that writes records; all have the same effect. */
const WRITE_METHODS = ['POST', 'PUT', 'PATCH'] as const;

const shared = { namespace: 'i18n/st/v1', permission: mayManageSite };

const idArg = { id: integer({ inPath: true, description: 'The id of the string.' }) };
const notFound = ['i18n_string_not_found'];

/** Returns the routes of strings (docs/interface/translation-strings.md §1). */
export const stringRoutes = (translation: Translation): Route[] => [
  listRoute(translation),
  registerRoute(translation),
  readRoute(translation),
  translateRoute(translation),
  deleteRoute(),
];

const listRoute = (translation: Translation): Route =>
  route({
    ...shared,
    path: '/strings',
    methods: ['GET'],
    summary: 'Lists strings with their translations.',
    args: listArgs,
    answers: { 200: stringsAnswer },
    handle: async (request) => {
      const { args } = request;
      const { page, per_page: limit } = args;
      const filter = filterOf(args);
      const order = [{ field: 'id', direction: 'asc' }] as const;
      const query = { filter, order, limit, offset: (page - 1) * limit };
      const { found, total } = await findPage<SiteString>(translation.documents, siteStrings, query);
      const headers = corePaging(request, { total, page, perPage: limit });
      return { body: found.map(viewOf), headers };
    },
  });

interface Filters {
  readonly domain?: string | undefined;
  readonly context?: string | undefined;
  readonly status?: number | undefined;
  readonly search?: string | undefined;
}

const filterOf = ({ domain, context, status, search }: Filters): Filter => ({
  all: [
    ...(domain === undefined ? [] : [{ field: 'domain', equals: domain }]),
    ...(context === undefined ? [] : [{ field: 'context', equals: context }]),
    ...(status === undefined ? [] : [{ field: 'status', equals: status }]),
    ...(search === undefined
      ? []
      : [{ texts: ['value', 'name'], words: wordsOrPhrase(search.trim().split(/\s+/), search) }]),
  ],
});

const registerRoute = (translation: Translation): Route =>
  route({
    ...shared,
    path: '/strings',
    methods: ['POST'],
    summary: 'Registers a string, or changes the text of one.',
    args: registrationArgs,
    answers: { 200: stringAnswer, 201: stringAnswer },
    handle: async (request) => {
      const { source_language: sent, ...named } = request.args;
      const fields = { ...named, source_language: sent ?? (await defaultStringLanguage(translation.documents)) };
      const fresh = await translation.numbers.next('records');
      const { result } = await request.commands.run(request.context, async (unit) => {
        const holder = await unit.holder('string', stringName(fields));
        const id = holder === null ? fresh : Number(holder.slice(holder.indexOf('-') + 1));
        await unit.expectVersion(stringDecider, id, request.ifMatch);
        const { source_language } = holder === null || sent !== undefined ? fields : await unit.load(stringDecider, id);
        const command = { type: 'RegisterString', fields: { ...fields, source_language } } as const;
        return { made: holder === null, string: await unit.decide(stringDecider, id, command, undefined) };
      });
      return { ...answer(result.string), status: result.made ? 201 : 200 };
    },
    recover: async (_request, { events }) => {
      const [event] = events;
      const id = Number(event?.stream.slice(event.stream.indexOf('-') + 1));
      const made = event?.type === 'StringRegistered';
      return { ...answer(await storedString(translation, id)), status: made ? 201 : 200 };
    },
  });

const readRoute = (translation: Translation): Route =>
  route({
    ...shared,
    path: '/strings/{id:\\d+}',
    methods: ['GET'],
    summary: 'Reads a string.',
    args: idArg,
    answers: { 200: stringAnswer, 404: notFound },
    handle: async ({ args }) => answer(await storedString(translation, args.id)),
  });

const named = { aggregate: stringDecider, isThere, missing: translationErrors.unknownString };

const translateRoute = (translation: Translation): Route =>
  route({
    ...shared,
    path: '/strings/{id:\\d+}',
    methods: WRITE_METHODS,
    summary: 'Writes translations of a string.',
    args: { ...idArg, translations: translationsArg },
    answers: { 200: stringAnswer, 404: notFound },
    handle: async (request) => {
      const { id, translations } = request.args;
      const { result } = await request.commands.run(request.context, async (unit) => {
        const before = await namedRecord(unit, named, request);
        const asked = translations === undefined ? {} : beyondShown(before, translations);
        return unit.decide(stringDecider, id, { type: 'TranslateString', translations: asked }, undefined);
      });
      return answer(result);
    },
    recover: async ({ args }) => answer(await storedString(translation, args.id)),
  });

/** Drops texts that were sent back as answers showed them: that does not mark an outdated translation as current. */
const beyondShown = ({ translations }: SiteString, { texts, shown }: ReadTranslations): SentTranslations => {
  const known = new Map(Object.entries(translations));
  const entries = Object.entries(texts);
  return Object.fromEntries(
    entries.filter(([code, text]) => !shown.has(code) || text !== (known.get(code)?.value ?? null)),
  );
};

const deleteRoute = (): Route =>
  route({
    ...shared,
    path: '/strings/{id:\\d+}',
    methods: ['DELETE'],
    summary: 'Deletes a string with its translations.',
    args: idArg,
    answers: { 200: deletedStringAnswer, 404: notFound },
    handle: async (request) => {
      const { id } = request.args;
      const { result } = await request.commands.run(request.context, async (unit) => {
        const before = await namedRecord(unit, named, request);
        await unit.decide(stringDecider, id, { type: 'DeleteString' }, undefined);
        return before;
      });
      return { body: { deleted: true, previous: viewOf(result) } };
    },
  });

const storedString = async ({ documents }: Translation, id: number): Promise<SiteString> => {
  const found = await documents.get<SiteString>(siteStrings, id);
  if (!found?.body) throw translationErrors.unknownString();
  return found.body;
};

const viewOf = (string: SiteString) => ({ id: string.id, ...stringMembers(string) });

const answer = (string: SiteString): RestResponse => ({
  body: viewOf(string),
  version: recordVersion(stringDecider, string),
});
