import { type Route, rawValue, route } from '@almanac/rest';
import { accountRefusals } from '../remote/refusals.ts';
import { convertRefusal } from '../remote/remoteRefusal.ts';
import { requireRemote } from '../remote/requireRemote.ts';
import type { Translation } from '../translation.ts';
import { rightsOf } from '../translators/rights.ts';
import { requireKeys } from './accountKeys.ts';
import { chosenAnswer, enginesAnswer } from './answers.ts';
import { engineMessages, invalidEngines, readEngines } from './chosenEngines.ts';

const namespace = 'i18n/tm/v1';
const path = '/ams/engines';

/** Returns the routes of the machine engines of the account (docs/interface/translation-engine.md §5). */
export const engineRoutes = (translation: Translation): Route[] => [
  route({
    namespace,
    path,
    methods: ['GET'],
    summary: 'Lists the machine engines in the order of preference.',
    args: {},
    permission: async (request) => (await rightsOf(translation, request)).manages,
    answers: { 200: enginesAnswer, ...accountRefusals },
    handle: async () => {
      const { account } = await requireRemote(translation);
      return { body: { list: await account.engines(await requireKeys(translation)) } };
    },
  }),
  route({
    namespace,
    path,
    methods: ['POST'],
    summary: 'Sets the order of the machine engines and which of them are enabled.',
    args: {
      list: rawValue({
        description: 'The engines in the order of preference, each with its name and whether it is enabled.',
        words: { type: 'array' },
      }),
    },
    permission: async (request) => (await rightsOf(translation, request)).manages,
    answers: { 200: chosenAnswer, ...accountRefusals, 422: ['i18n_engine_invalid'] },
    handle: async ({ args }) => {
      const list = readEngines(args.list);
      const { account } = await requireRemote(translation);
      const keys = await requireKeys(translation);
      const unknown = () => invalidEngines(engineMessages.unknown);
      await account.chooseEngines(keys, list).catch(convertRefusal({ 422: unknown }));
      return { body: { success: true }, committed: true };
    },
  }),
];
