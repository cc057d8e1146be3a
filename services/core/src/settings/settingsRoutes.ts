import { firstRecord, moveTermToLanguage, type RecordsWithLanguage } from '@almanac/content-model';
import { completeSettings, readFirstRecordOfCalendar, type SiteSettings, siteSettings } from '@almanac/contracts';
import { recordVersion, streamOf } from '@almanac/event-sourcing';
import { isLanguage, languageCode } from '@almanac/i18n';
import { mayManageSite } from '@almanac/identity';
import {
  currentEnum,
  invalid,
  invalidParams,
  type RestRequest,
  type RestResponse,
  type Route,
  resourceSchema,
  route,
} from '@almanac/rest';
import { askInternal } from '@almanac/service';
import { z } from 'zod';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { logoPicture } from '../media/logoPicture.ts';
import { post, posts } from '../posts/post.ts';
import { prefixOf, reservedSlugs } from '../posts/postPath.ts';
import { postWithSlug } from '../posts/readModels/postList.ts';
import { DEFAULT_CATEGORY } from '../terms/defaultCategory.ts';
import { categories, tags } from '../terms/term.ts';
import { storedSettings } from './currentSettings.ts';
import { changesOf, isFixed, settingsArgs, siteLocales } from './settingsArgs.ts';
import { codesOf, defaultLanguageAfter, type SettingsFacts, settingsDecider } from './settingsCommands.ts';
import { settingsView } from './settingsView.ts';
import { type SettingsState, SITE, settingsAggregate } from './siteSettings.ts';

const recordsWithLanguage: readonly RecordsWithLanguage[] = [
  { type: post.category, collection: posts },
  { type: tags.aggregate.category, collection: tags.collection },
  {
    type: categories.aggregate.category,
    collection: categories.collection,
    filter: { not: { field: 'id', equals: DEFAULT_CATEGORY } },
  },
];

const { name: _name, default_language: _language, ...others } = siteSettings.shape;

/** Values of the settings whose name is the same in the REST interface. */
const plain = Object.fromEntries(Object.entries(others).map(([name, kind]) => [name, kind._zod.def.innerType]));

/** The settings in answers (docs/interface/core.md §5). */
const settingsSchema = z
  .strictObject({
    ...plain,
    title: z.string(),
    description: z.string(),
    url: z.string(),
    email: z.string(),
    language: currentEnum(siteLocales),
    use_smilies: z.boolean(),
    default_category: z.int(),
    default_post_format: z.string(),
    show_on_front: z.string(),
    page_on_front: z.int(),
    page_for_posts: z.int(),
    site_logo: z.int().nullable(),
    site_icon: z.int(),
  })
  .meta({ id: 'Settings' });

const publishedSettings = resourceSchema(
  'settings',
  Object.fromEntries(Object.entries(settingsArgs).map(([name, { words }]) => [name, words])),
);

const shared = {
  namespace: 'core/v2',
  path: '/settings',
  answers: { 200: settingsSchema, 400: [], 409: ['i18n_default_in_use', 'i18n_language_conflict'] },
  schema: publishedSettings,
  permission: mayManageSite,
} as const;

/** Routes of the site's settings, for users who manage it (docs/interface/core.md §5). */
export const settingsRoutes = (core: Core): Route[] => [readRoute(core), changeRoute(core), internalRoute(core)];

const readRoute = (core: Core): Route =>
  route({
    ...shared,
    methods: ['GET'],
    summary: 'Reads the settings of the site.',
    args: {},
    handle: async (request) => answer(core, request, await storedSettings(core)),
  });

const changeRoute = (core: Core): Route =>
  route({
    ...shared,
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Changes the settings of the site.',
    args: settingsArgs,
    handle: (request) => change(core, request),
    recover: async (request) => answer(core, request, await storedSettings(core)),
  });

/** Internal route that returns the settings to other services and the gateway, which store copies. */
const internalRoute = (core: Core): Route =>
  route({
    namespace: 'internal',
    path: '/settings',
    methods: ['GET'],
    summary: 'Reads the settings of the site.',
    hidden: true,
    args: {},
    permission: ({ principal }) => principal.kind === 'system',
    handle: async () => ({ body: await storedSettings(core) }),
  });

const change = async (core: Core, request: RestRequest): Promise<RestResponse> => {
  const { args, given, commands, context, ifMatch } = request;
  // commands of operators do not follow the settings
  await core.settings.refresh();
  await refuseFixed(core, request);
  const changes = changesOf(args, given);
  await refuseConflicts(core, request, changes);
  refuseTakenPrefix(request, changes);
  await refuseOtherLogo(core, changes);
  const command = { type: 'ChangeSettings', changes } as const;
  const { result } = await commands.run(
    context,
    async (unit) => {
      await unit.expectVersion(settingsAggregate, SITE, ifMatch);
      const { settings } = await unit.load(settingsAggregate, SITE);
      const before = completeSettings(settings);
      const language = defaultLanguageAfter(before, changes);
      if (language === before.default_language) return unit.decide(settingsDecider, SITE, command, undefined);
      const state = await unit.decide(settingsDecider, SITE, command, { record: await recordInLanguage(core) });
      const site = { defaultLanguage: language, languages: codesOf(completeSettings(state.settings).languages) };
      await moveTermToLanguage(unit, categories, { id: DEFAULT_CATEGORY, language, site });
      return state;
    },
    { mutexKeys: [streamOf(settingsAggregate, SITE), streamOf(categories.aggregate, DEFAULT_CATEGORY)] },
  );
  await core.settings.refresh();
  return answer(core, request, result);
};

/**
 * Returns a record of core or the calendar, other than category 1; undefined if the site has none.
 * @throws ServiceUnavailableError if the calendar does not answer
 */
const recordInLanguage = async ({ documents, fetchInternal }: Core): Promise<SettingsFacts['record']> => {
  const own = await firstRecord(documents, recordsWithLanguage);
  if (own !== undefined) return own;
  const { body, refused } = await askInternal(fetchInternal, readFirstRecordOfCalendar);
  if (refused !== undefined) throw refused;
  return body.record ?? undefined;
};

/** Refuses changed values of derived members. @throws DomainError 400 */
const refuseFixed = async (core: Core, request: RestRequest): Promise<void> => {
  const { args, given } = request;
  const view = await settingsView(core, request, await storedSettings(core));
  const others = Object.entries(view).filter(
    ([name, value]) => isFixed(name) && given.has(name) && args[name] !== value,
  );
  if (others.length === 0) return;
  throw invalidParams(Object.fromEntries(others.map(([name]) => [name, '{name} cannot be changed here.'])));
};

/**
 * Refuses a new language whose code is the first segment of an address of the site already.
 * @throws DomainError 409
 */
const refuseConflicts = async (
  core: Core,
  request: RestRequest,
  { languages = [] }: Partial<SiteSettings>,
): Promise<void> => {
  const reserved = reservedSlugs(prefixOf(request));
  for (const tag of languages) {
    const language = languageCode(tag) ?? tag;
    if (isLanguage(language)) continue;
    const post = await postWithSlug(core, language, core.languages.defaultLanguage);
    if (post === undefined && !reserved.has(language)) continue;
    throw coreErrors.languageConflict({
      params: { language, address: `/${language}/` },
      data: { language, ...(post && { type: post.type, id: post.id }) },
    });
  }
};

/** @throws DomainError 400 for a path of posts that begins like other addresses of the site */
const refuseTakenPrefix = (request: RestRequest, { permalinks, languages = [] }: Partial<SiteSettings>): void => {
  const first = permalinks?.split('/')[1] ?? '';
  const isLanguageCode = languages.some((tag) => languageCode(tag) === first);
  if (!isLanguageCode && !reservedSlugs(prefixOf(request)).has(first)) return;
  throw invalidParams({
    permalinks: invalid('{name} must not begin with /{first}/, where the site has other pages.', 'rest_invalid_param', {
      first,
    }),
  });
};

/** @throws DomainError 400 for a logo that is no public picture */
const refuseOtherLogo = async ({ documents }: Core, { site_logo: logo = 0 }: Partial<SiteSettings>): Promise<void> => {
  if (logo === 0 || (await logoPicture(documents, logo)) !== null) return;
  throw invalidParams({ site_logo: '{name} is not the id of a public picture.' });
};

const answer = async (core: Core, request: Pick<RestRequest, 'site'>, state: SettingsState): Promise<RestResponse> => ({
  body: await settingsView(core, request, state),
  version: recordVersion(settingsAggregate, { id: SITE, version: state.version }),
});
