import { completeSettings } from '@almanac/contracts';
import { languageRecord } from '@almanac/i18n';
import { html } from '@almanac/pages';
import type { RestRequest } from '@almanac/rest';
import type { Core } from '../core.ts';
import { DEFAULT_CATEGORY } from '../terms/defaultCategory.ts';
import type { SettingsState } from './siteSettings.ts';

/** Renders the settings: the members of docs/interface/core.md §5 in their order, then the site's own. */
export const settingsView = async (core: Core, { site: url }: Pick<RestRequest, 'site'>, state: SettingsState) => {
  const { name, description, default_language, ...members } = completeSettings(state.settings);
  const { timezone, date_format, time_format, start_of_week, posts_per_page, ...others } = members;
  const {
    default_ping_status,
    default_comment_status,
    later_languages: _,
    former_permalinks: __,
    navigation: ___,
    logo_picture: ____,
    site_logo: logo,
    ...own
  } = others;
  return {
    title: html`${name}`.toString(),
    description: html`${description}`.toString(),
    url,
    email: (await core.accounts.firstAdministrator())?.email ?? '',
    timezone,
    date_format,
    time_format,
    start_of_week,
    language: languageRecord(default_language).locale,
    use_smilies: true,
    default_category: DEFAULT_CATEGORY,
    default_post_format: '0',
    posts_per_page,
    show_on_front: 'posts',
    page_on_front: 0,
    page_for_posts: 0,
    default_ping_status,
    default_comment_status,
    site_logo: logo === 0 ? null : logo,
    site_icon: 0,
    ...own,
  };
};
