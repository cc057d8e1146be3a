import { userId } from '@almanac/identity';
import { type RestRequest, type RestResponse, type Route, route } from '@almanac/rest';
import { nullAnswer, nullType } from '../nullAnswer.ts';
import { accountRefusals, remoteRefusals } from '../remote/refusals.ts';
import { configuredRemote, requireRemote } from '../remote/requireRemote.ts';
import type { PeopleRole } from '../remoteServices.ts';
import type { Translation } from '../translation.ts';
import { rightsOf } from '../translators/rights.ts';
import { keysOf, requireKeys, siteAccountOf } from './accountKeys.ts';
import { consoleAnswer, registeredAnswer, statusAnswer, synchronisedAnswer } from './answers.ts';
import { cloneRoute } from './cloneRoute.ts';
import { engineRoutes } from './engineRoutes.ts';
import { peopleOf, readPerson } from './people.ts';
import { registerSite } from './registerSite.ts';
import { ACCOUNT, accountDecider, hasMoved, mayRegister, type SiteAccount } from './siteAccount.ts';

const namespace = 'i18n/tm/v1';
const NOT_KEPT = { 'Cache-Control': 'no-store' };

/** Returns the routes of the account: `ams/…` (docs/interface/translation-engine.md §5). */
export const accountRoutes = (translation: Translation): Route[] => [
  registerRoute(translation),
  synchronizeRoute(translation, 'translators'),
  synchronizeRoute(translation, 'managers'),
  statusRoute(translation),
  cloneRoute(translation),
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
    summary: 'Registers the site and the caller with the translation service.',
    args: {},
    permission: (request) => manages(translation, request),
    answers: { 200: registeredAnswer, ...accountRefusals, 409: ['i18n_site_registered', ...remoteRefusals[409]] },
    handle: async (request) => {
      await register(translation, request);
      return { body: { enabled: true } };
    },
    recover: async () => ({ body: { enabled: true } }),
  });

/** Registers the site. The keys are stored before the commit; a concurrent request receives the same keys. */
const register = async (translation: Translation, request: RestRequest): Promise<void> => {
  await requireRemote(translation);
  const { publicUrl: url = '' } = translation;
  const user = userId(request.principal);
  const known = await siteAccountOf(translation);
  if (known !== undefined && !mayRegister(known, { user, url })) return;
  const site = await registerSite(translation, { user, url: url || request.site });
  const command = { type: 'RegisterSite', site, user, url } as const;
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
    answers: { 200: { body: statusAnswer.nullable(), ...nullType }, ...accountRefusals },
    handle: async () => {
      const { account } = configuredRemote(translation);
      const [known, keys] = await Promise.all([siteAccountOf(translation), keysOf(translation)]);
      if (known === undefined || keys === undefined) return { ...nullAnswer, headers: NOT_KEPT };
      const { publicUrl: url } = translation;
      const body = hasMoved(known, url) ? lockedAt(url, known) : await account.status(keys);
      return { body, headers: NOT_KEPT };
    },
  });

/**
 * Returns the status of a site at another address. No request goes to the account until an administrator resolves it.
 */
const lockedAt = (url: string, { url: registered_url }: SiteAccount) => ({
  activated: false,
  state: 'locked',
  url,
  registered_url,
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
      const { account } = await requireRemote(translation);
      const keys = await requireKeys(translation);
      const { people, ...counts } = await account.synchronize(keys, role, await peopleOf(translation, role));
      return { body: { result: { [role]: people }, ...counts }, headers: NOT_KEPT };
    },
  });

const summaries = {
  translators: 'Sends the translators to the translation service.',
  managers: 'Sends the translation managers to the translation service.',
} as const;

const consoleRoute = (translation: Translation): Route =>
  route({
    namespace,
    path: '/ams/console',
    methods: ['GET'],
    summary: 'Returns a single-use address that signs the caller in to the translation service, valid for a minute.',
    args: {},
    permission: (request) => manages(translation, request),
    answers: { 200: consoleAnswer, 204: {}, ...accountRefusals },
    handle: async ({ principal, lookAhead }): Promise<RestResponse> => {
      if (lookAhead) return { status: 204, body: null, headers: NOT_KEPT };
      const { account } = await requireRemote(translation);
      const keys = await requireKeys(translation);
      const person = await readPerson(translation, userId(principal));
      return { body: await account.console(keys, person?.email ?? ''), headers: NOT_KEPT };
    },
  });
