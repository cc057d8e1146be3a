import { readTranslationRules } from '@almanac/contracts';
import { recordVersion } from '@almanac/event-sourcing';
import type { DomainError } from '@almanac/i18n';
import { mayManageSite, userId } from '@almanac/identity';
import {
  invalidParams,
  missingParams,
  type RestRequest,
  type RestResponse,
  type Route,
  rawValue,
  route,
  tooLarge,
} from '@almanac/rest';
import { spendRequest } from '@almanac/service';
import { z } from 'zod';
import { translationErrors } from '../errors.ts';
import type { Translation } from '../translation.ts';
import { type CustomXml, customXml, customXmlCollection, SITE } from './customXml.ts';
import { type Entry, entrySchema } from './entry.ts';

const namespace = 'i18n/v1';
const path = '/custom-xml-config';

/** The limit of the configuration in bytes of UTF-8. */
const MAX_CONFIGURATION_BYTES = 256 * 1_024;

/**
 * The argument is validated after the permission, like all arguments that the documents do not describe
 * (docs/interface/translation-config.md).
 */
const contentArg = {
  content: rawValue({
    description: 'The configuration, as XML; blank for none.',
    words: { type: 'string' },
    onNull: 'accept',
  }),
};

const textAnswer = z.string().meta({ id: 'CustomXmlText' });

/** Returns the routes of the XML configuration (docs/interface/translation-config.md). */
export const customXmlRoutes = (translation: Translation): Route[] => [
  readRoute(translation),
  replaceRoute(translation),
  validateRoute(translation),
  rulesRoute(translation),
];

const stored = async ({ documents }: Translation): Promise<CustomXml> =>
  (await documents.get<CustomXml>(customXmlCollection, SITE))?.body ?? customXml.initialState;

const answer = ({ text: body, version }: CustomXml): RestResponse => ({
  body,
  version: recordVersion(customXml, { id: SITE, version }),
});

const readRoute = (translation: Translation): Route =>
  route({
    namespace,
    path,
    methods: ['GET'],
    summary: 'Reads the configuration of translation.',
    args: {},
    permission: mayManageSite,
    answers: { 200: textAnswer },
    handle: async () => answer(await stored(translation)),
  });

/**
 * Returns the configuration from a request.
 * @throws DomainError 400, 413
 */
const contentOf = ({ args: { content }, given }: RestRequest<{ readonly content?: unknown }>): string => {
  if (!given.has('content')) throw missingParams(['content']);
  if (typeof content !== 'string') throw invalidParams({ content: '{name} is no text.' });
  if (Buffer.byteLength(content) > MAX_CONFIGURATION_BYTES) throw tooLarge();
  return content;
};

/** Loads the reader of XML at the first configuration. */
const validated = async (content: string) => (await import('./validate.ts')).validate(content);

const invalidXml = (errors: readonly Entry[]): DomainError =>
  translationErrors.invalidXml({
    params: { errors: errors.filter(({ level }) => level > 1).length },
    data: { errors },
  });

const replaceRoute = (translation: Translation): Route =>
  route({
    namespace,
    path,
    methods: ['POST'],
    summary: 'Replaces the configuration of translation.',
    args: contentArg,
    permission: mayManageSite,
    answers: { 200: textAnswer, 413: ['rest_payload_too_large'], 422: ['i18n_xml_invalid'] },
    handle: async (request) => {
      const content = contentOf(request);
      const { entries, rules } = await validated(content);
      if (rules === undefined) throw invalidXml(entries);
      const { result } = await request.commands.run(request.context, async (unit) => {
        await unit.expectVersion(customXml, SITE, request.ifMatch);
        return unit.decide(customXml, SITE, { type: 'Replace', text: content, rules }, undefined);
      });
      return answer(result);
    },
    recover: async () => answer(await stored(translation)),
  });

/**
 * Validates a configuration without storing it. It leaves no event that would reveal overuse, so a rate limit applies.
 */
const validateRoute = (translation: Translation): Route => {
  const limiter = translation.limits('xml-validation');
  return route({
    namespace,
    path: `${path}/validate`,
    methods: ['POST'],
    summary: 'Validates a configuration without storing it.',
    args: contentArg,
    permission: mayManageSite,
    answers: { 200: z.array(entrySchema), 413: ['rest_payload_too_large'] },
    handle: async (request) => {
      const content = contentOf(request);
      await spendRequest(limiter, String(userId(request.principal)));
      const { entries } = await validated(content);
      return { body: entries };
    },
  });
};

/** Sends the rules to the services that own records, at their start. */
const rulesRoute = (translation: Translation): Route =>
  route({
    namespace: 'internal',
    path: readTranslationRules.path.replace('/internal', ''),
    methods: ['GET'],
    summary: readTranslationRules.description,
    hidden: true,
    args: {},
    permission: ({ principal }) => principal.kind === 'system',
    handle: async () => {
      const { version, kinds, fields } = await stored(translation);
      return { body: { version, kinds, fields } };
    },
  });
