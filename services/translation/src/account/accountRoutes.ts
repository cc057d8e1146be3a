import { createHmac } from 'node:crypto';
import { userId } from '@almanac/identity';
import { type RestRequest, type RestResponse, type Route, route } from '@almanac/rest';
import { nullAnswer, nullType } from '../nullAnswer.ts';
import { requireRemote } from '../remote/requireRemote.ts';
import type { PeopleRole } from '../remoteServices.ts';
import type { Translation } from '../translation.ts';
import { rightsOf } from '../translators/rights.ts';
import { keepKeys, keysOf, requireKeys, siteAccountOf } from './accountKeys.ts';
import { accountRefusals } from './accountRefusals.ts';
import { consoleAnswer, registeredAnswer, statusAnswer, synchronisedAnswer } from './answers.ts';
import { engineRoutes } from './engineRoutes.ts';
import { peopleOf, personOf } from './people.ts';
import { ACCOUNT, accountDecider, mayRegister } from './siteAccount.ts';

const namespace = 'i18n/tm/v1';
const NOT_KEPT = { 'Cache-Control': 'no-store' };

/** The routes of the account: `ams/…` (docs/interface/translation-engine.md §5). */
export const accountRoutes = (translation: Translation): Route[] => [
  registerRoute(translation),
  synchronizeRoute(translation, 'translators'),
  synchronizeRoute(translation, 'managers'),
  statusRoute(translation),
  consoleRoute(translation),
  ...engineRoutes(translation),
];

const manages = async (translation: Translation, request: Pick<RestRequest, 'principal' | 'remember'>) =>
  (await rightsOf(translation, request)).manages;

const registerRoute = (translation: Translation): Route =>
  route({
    namespace,
    path: '/ams/register_manager',
    methods: ['POST'],
    summary: 'Registers the site and who asks with the translation service.',
    args: {},
    permission: (request) => manages(translation, request),
    answers: { 200: registeredAnswer, ...accountRefusals, 409: ['i18n_site_registered'] },
    handle: async (request) => {
      await register(translation, request);
      return { body: { enabled: true } };
    },
    recover: async () => ({ body: { enabled: true } }),
  });

/** The keys are kept before the commit; whoever tries at the same time gets the same ones, since the key is. */
const register = async (translation: Translation, request: RestRequest): Promise<void> => {
  const { account } = requireRemote(translation);
  const user = userId(request.principal);
  const known = await siteAccountOf(translation);
  if (known !== undefined && !mayRegister(known, user)) return;
  const [manager, translators, managers] = await Promise.all([
    personOf(translation, user),
    peopleOf(translation, 'translators'),
    peopleOf(translation, 'managers'),
  ]);
  const key = createHmac('sha256', translation.secret).update('translation account').digest('base64url');
  const url = translation.publicUrl ?? request.site;
  const keys = await account.register({ key, url, manager: manager ?? { email: '', name: '' }, translators, managers });
  await keepKeys(translation, keys);
  const command = { type: 'RegisterSite', site: keys.site, user } as const;
  await request.commands.run(request.context, (unit) => unit.decide(accountDecider, ACCOUNT, command, undefined));
};

const statusRoute = (translation: Translation): Route =>
  route({
    namespace,
    path: '/ams/status',
    methods: ['GET'],
    summary: 'Reads the state of the site at the translation service; null before it was registered.',
    args: {},
    permission: (request) => manages(translation, request),
    answers: { 200: { body: statusAnswer, ...nullType }, ...accountRefusals },
    handle: async () => {
      const { account } = requireRemote(translation);
      const keys = await keysOf(translation);
      const answer = keys === undefined ? nullAnswer : { body: await account.status(keys) };
      return { ...answer, headers: NOT_KEPT };
    },
  });

const synchronizeRoute = (translation: Translation, role: PeopleRole): Route =>
  route({
    namespace,
    path: `/ams/synchronize/${role}`,
    methods: ['GET'],
    summary: summaries[role],
    args: {},
    permission: (request) => manages(translation, request),
    answers: { 200: synchronisedAnswer, 204: {}, ...accountRefusals },
    handle: async ({ lookAhead }): Promise<RestResponse> => {
      if (lookAhead) return { status: 204, body: null, headers: NOT_KEPT };
      const { account } = requireRemote(translation);
      const keys = await requireKeys(translation);
      const { people, ...counts } = await account.synchronize(keys, role, await peopleOf(translation, role));
      return { body: { result: { [role]: people }, ...counts }, headers: NOT_KEPT };
    },
  });

const summaries = {
  translators: 'Tells the translation service who translates.',
  managers: 'Tells the translation service who manages translations.',
} as const;

const consoleRoute = (translation: Translation): Route =>
  route({
    namespace,
    path: '/ams/console',
    methods: ['GET'],
    summary: 'Gives an address that signs the caller in at the translation service once, within a minute.',
    args: {},
    permission: (request) => manages(translation, request),
    answers: { 200: consoleAnswer, 204: {}, ...accountRefusals },
    handle: async ({ principal, lookAhead }): Promise<RestResponse> => {
      if (lookAhead) return { status: 204, body: null, headers: NOT_KEPT };
      const { account } = requireRemote(translation);
      const keys = await requireKeys(translation);
      const person = await personOf(translation, userId(principal));
      return { body: await account.console(keys, person?.email ?? ''), headers: NOT_KEPT };
    },
  });
