import { findPage } from '@almanac/documents';
import { recordVersion } from '@almanac/event-sourcing';
import {
  anything,
  boolean,
  cappedInteger,
  corePaging,
  integer,
  pagesOfRecords,
  type RestRequest,
  type RestResponse,
  type Route,
  route,
} from '@almanac/rest';
import { z } from 'zod';
import { translationErrors } from '../errors.ts';
import { namedRecord } from '../namedRecord.ts';
import type { Translation } from '../translation.ts';
import { readLanguagePairs } from './languagePairs.ts';
import { rightsOf } from './rights.ts';
import { isThere, type Translator, type TranslatorFields, translatorDecider, translators } from './translator.ts';
import { namesOf, requireUser } from './userCopies.ts';

/** A translator in an answer. */
const translatorAnswer = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    language_pairs: z.record(z.string(), z.array(z.string())),
    manager: z.boolean(),
  })
  .meta({ id: 'Translator' });

const translatorsAnswer = pagesOfRecords(translatorAnswer);

const removedTranslatorAnswer = z.strictObject({ deleted: z.literal(true), previous: translatorAnswer });

const namespace = 'i18n/tm/v1';

const fieldArgs = {
  language_pairs: anything({
    description: 'The target languages of the user, by source language.',
    words: { type: 'object' },
    parse: readLanguagePairs,
  }),
  manager: boolean({ description: 'True if the user also manages translations: sends, assigns and cancels them.' }),
};

const idArg = { id: integer({ inPath: true, description: 'The id of the user.' }) };

/** Returns the routes of translators (docs/interface/translation-jobs.md §2). */
export const translatorRoutes = (translation: Translation): Route[] => [
  listRoute(translation),
  addRoute(translation),
  readRoute(translation),
  changeRoute(translation),
  removeRoute(translation),
];

const listRoute = (translation: Translation): Route =>
  route({
    namespace,
    path: '/translators',
    methods: ['GET'],
    summary: 'Lists translators.',
    args: {
      page: cappedInteger({ default: 1, minimum: 1, description: 'The page of the list, counted from 1.' }),
      per_page: integer({ default: 100, minimum: 1, maximum: 100, description: 'The number of translators per page.' }),
    },
    permission: async (request) => (await rightsOf(translation, request)).translates,
    answers: { 200: translatorsAnswer },
    handle: async (request) => {
      const { page, per_page: limit } = request.args;
      const order = [{ field: 'id', direction: 'asc' }] as const;
      const query = { order, limit, offset: (page - 1) * limit };
      const { found, total } = await findPage<Translator>(translation.documents, translators, query);
      const headers = corePaging(request, { total, page, perPage: limit });
      return { body: await viewsOf(translation, found), headers };
    },
  });

const addRoute = (translation: Translation): Route =>
  route({
    namespace,
    path: '/translators',
    methods: ['POST'],
    summary: 'Adds a translator, or replaces the pairs of one.',
    args: { user_id: integer({ required: true, minimum: 1, description: 'The id of the user.' }), ...fieldArgs },
    permission: async (request) => (await rightsOf(translation, request)).manages,
    answers: { 200: translatorAnswer, 201: translatorAnswer },
    handle: async (request) => {
      const { user_id: id, ...fields } = request.args;
      await requireUser(translation, id);
      const facts = await rightsOf(translation, request);
      const { result } = await request.commands.run(request.context, async (unit) => {
        await unit.expectVersion(translatorDecider, id, request.ifMatch);
        const added = !isThere(await unit.load(translatorDecider, id));
        const command = { type: 'SetTranslator', fields: defined(fields) } as const;
        return { added, translator: await unit.decide(translatorDecider, id, command, facts) };
      });
      return { ...(await answer(translation, result.translator)), status: result.added ? 201 : 200 };
    },
    recover: async ({ args }, { events }) => ({
      ...(await answer(translation, await storedTranslator(translation, args.user_id))),
      status: events.some(({ type }) => type === 'TranslatorAdded') ? 201 : 200,
    }),
  });

const readRoute = (translation: Translation): Route =>
  route({
    namespace,
    path: '/translators/{id:\\d+}',
    methods: ['GET'],
    summary: 'Reads a translator.',
    args: idArg,
    permission: async (request) => (await rightsOf(translation, request)).translates,
    answers: { 200: translatorAnswer, 404: ['i18n_translator_not_found'] },
    handle: async ({ args }) => answer(translation, await storedTranslator(translation, args.id)),
  });

const named = { aggregate: translatorDecider, isThere, missing: translationErrors.unknownTranslator };

const changeRoute = (translation: Translation): Route =>
  route({
    namespace,
    path: '/translators/{id:\\d+}',
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Changes a translator.',
    args: { ...idArg, ...fieldArgs },
    permission: (request) => mayWrite(translation, request),
    answers: { 200: translatorAnswer, 404: ['i18n_translator_not_found'] },
    handle: async (request) => {
      const { id, ...fields } = request.args;
      const facts = await rightsOf(translation, request);
      const { result } = await request.commands.run(request.context, async (unit) => {
        await namedRecord(unit, named, request);
        const command = { type: 'ChangeTranslator', fields: defined(fields) } as const;
        return unit.decide(translatorDecider, id, command, facts);
      });
      return answer(translation, result);
    },
    recover: async ({ args }) => answer(translation, await storedTranslator(translation, args.id)),
  });

const removeRoute = (translation: Translation): Route =>
  route({
    namespace,
    path: '/translators/{id:\\d+}',
    methods: ['DELETE'],
    summary: 'Removes a translator.',
    args: idArg,
    permission: (request) => mayWrite(translation, request),
    answers: { 200: removedTranslatorAnswer, 404: ['i18n_translator_not_found'] },
    handle: async (request) => {
      const { id } = request.args;
      const facts = await rightsOf(translation, request);
      const { result } = await request.commands.run(request.context, async (unit) => {
        const before = await namedRecord(unit, named, request);
        await unit.decide(translatorDecider, id, { type: 'RemoveTranslator' }, facts);
        return before;
      });
      await translation.jobsOfTranslators.free(id, request);
      const [previous] = await viewsOf(translation, [result]);
      return { body: { deleted: true, previous } };
    },
  });

/**
 * True if the caller may write the record. Managers write records of translators who are not managers; administrators
 * all.
 */
const mayWrite = async (
  translation: Translation,
  request: Pick<RestRequest<{ readonly id: number }>, 'principal' | 'remember' | 'args'>,
): Promise<boolean> => {
  const { administers, manages } = await rightsOf(translation, request);
  if (!manages || administers) return manages;
  const record = await translation.documents.get<Translator>(translators, request.args.id);
  return record?.body?.manager !== true;
};

const storedTranslator = async ({ documents }: Translation, id: number): Promise<Translator> => {
  const found = await documents.get<Translator>(translators, id);
  if (!found?.body) throw translationErrors.unknownTranslator();
  return found.body;
};

const viewsOf = async ({ documents }: Translation, found: readonly Translator[]) => {
  const names = await namesOf(
    documents,
    found.map(({ id }) => id),
  );
  return found.map(({ id, language_pairs, manager }) => ({ id, name: names.get(id) ?? '', language_pairs, manager }));
};

const answer = async (translation: Translation, translator: Translator): Promise<RestResponse> => {
  const [body] = await viewsOf(translation, [translator]);
  return { body, version: recordVersion(translatorDecider, translator) };
};

/** Returns the sent fields without missing arguments. */
const defined = (
  fields: {
    readonly [Name in keyof TranslatorFields]: TranslatorFields[Name] | undefined;
  },
): Partial<TranslatorFields> => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
