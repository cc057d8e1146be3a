import { plainName } from '@almanac/content';
import { languages } from '@almanac/i18n';
import { can } from '@almanac/identity';
import { type RestRequest, type Route, route } from '@almanac/rest';
import type { Core } from '../core.ts';
import { DEFAULT_CATEGORY } from '../terms/defaultCategory.ts';

/** The settings of the site, to read: its operator sets them (core-adjacent.md §8). */
export const settingsRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/settings',
    methods: ['GET'],
    summary: 'Reads the settings of the site.',
    args: {},
    permission: ({ principal }) => can(principal, 'manage_options'),
    handle: async (request) => ({ body: await settingsOf(core, request) }),
  });

const settingsOf = async (core: Core, { site: url }: RestRequest) => {
  const { site } = core;
  const { date_format, time_format, start_of_week, posts_per_page } = site.settings;
  return {
    title: plainName(site.name),
    description: plainName(site.description),
    url,
    email: (await core.accounts.firstAdministrator())?.email ?? '',
    timezone: site.timezone,
    date_format,
    time_format,
    start_of_week,
    language: languages[site.default_language].locale,
    use_smilies: true,
    default_category: DEFAULT_CATEGORY,
    default_post_format: '0',
    posts_per_page,
    show_on_front: 'posts',
    page_on_front: 0,
    page_for_posts: 0,
    default_ping_status: 'open',
    default_comment_status: 'open',
    site_logo: null,
    site_icon: 0,
  };
};
