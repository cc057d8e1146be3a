import { completeSettings, defaultSettings, SETTINGS_KEY, type SiteSettings } from '@almanac/contracts';
import { streamOf } from '@almanac/event-sourcing';
import { given } from '@almanac/event-sourcing/testing';
import { settingsDecider } from './settingsCommands.ts';
import { type SettingsEvent, SITE, settingsAggregate } from './siteSettings.ts';

const created: SettingsEvent = {
  type: 'SiteSettingsCreated',
  data: { settings: completeSettings({ name: 'Riverside', timezone: 'America/New_York' }) },
};

const change = (changes: Partial<SiteSettings>) => ({ type: 'ChangeSettings', changes }) as const;

describe('the decisions on the settings of the site', () => {
  it('fill missing settings from the site file and the defaults', () => {
    given(settingsDecider)
      .when({ type: 'CreateSettings', chosen: { name: 'Riverside' } }, undefined)
      .then([{ type: 'SiteSettingsCreated', data: { settings: { ...defaultSettings, name: 'Riverside' } } }]);
  });

  it('keep existing settings, whatever a site file says', () => {
    given(settingsDecider, [created])
      .when({ type: 'CreateSettings', chosen: { name: 'Elsewhere' } }, undefined)
      .then([]);
  });

  it('store only members with another value', () => {
    given(settingsDecider, [created])
      .when(change({ name: 'Riverside', timezone: 'Europe/Paris', start_of_week: 0 }), undefined)
      .then([{ type: 'SiteSettingsChanged', data: { settings: { timezone: 'Europe/Paris', start_of_week: 0 } } }]);
  });

  it('store nothing without a difference', () => {
    given(settingsDecider, [created])
      .when(change({ name: 'Riverside', default_language: 'en' }), undefined)
      .then([]);
  });

  it('treat a missing member of the stored settings as its default', () => {
    const { posts_per_page, ...older } = defaultSettings;
    const before: SettingsEvent = { type: 'SiteSettingsCreated', data: { settings: older as SiteSettings } };
    given(settingsDecider, [before]).when(change({ posts_per_page }), undefined).then([]);
    given(settingsDecider, [before])
      .when(change({ posts_per_page: 3 }), undefined)
      .then([{ type: 'SiteSettingsChanged', data: { settings: { posts_per_page: 3 } } }]);
  });

  it('refuse another default language of a site with records, since addresses and lists depend on it', () => {
    const record = { type: 'post', id: 7 };
    given(settingsDecider, [created])
      .when(change({ default_language: 'fr-ca' }), { record })
      .thenThrows('i18n_default_in_use', 409);
    given(settingsDecider, [created])
      .when(change({ languages: ['de', 'en-CA'] }), { record })
      .thenThrows('i18n_default_in_use', 409);
  });

  it('change the default language of a site without records, in whose lists no language is later', () => {
    const none = { record: undefined };
    given(settingsDecider, [created])
      .when(change({ default_language: 'fr-ca' }), none)
      .then([{ type: 'SiteSettingsChanged', data: { settings: { default_language: 'fr-ca' } } }]);
    const settings = { languages: ['de', 'ar'], default_language: 'de' };
    given(settingsDecider, [created])
      .when(change({ languages: ['de', 'ar'] }), none)
      .then([{ type: 'SiteSettingsChanged', data: { settings } }]);
    const added: SettingsEvent = {
      type: 'SiteSettingsChanged',
      data: { settings: { languages: ['en', 'de'], later_languages: ['de'] } },
    };
    given(settingsDecider, [created, added])
      .when(change({ default_language: 'de' }), none)
      .then([{ type: 'SiteSettingsChanged', data: { settings: { default_language: 'de', later_languages: [] } } }]);
    given(settingsDecider, [created])
      .when(change({ languages: ['de', 'ar'], default_language: 'en-ca' }), none)
      .thenThrows('rest_invalid_param', 400);
  });

  it('add and remove languages, but keep the default one', () => {
    given(settingsDecider, [created])
      .when(change({ languages: ['de', 'en'] }), undefined)
      .then([
        { type: 'SiteSettingsChanged', data: { settings: { languages: ['de', 'en'], later_languages: ['de'] } } },
      ]);
  });

  it('note languages that are added, also those that are switched on again', () => {
    const settings = (...languages: string[]): SettingsEvent => ({
      type: 'SiteSettingsChanged',
      data: { settings: { languages } },
    });
    given(settingsDecider, [created, settings('en')])
      .when(change({ languages: ['en', 'fr-CA', 'ar'] }), undefined)
      .then([
        {
          type: 'SiteSettingsChanged',
          data: { settings: { languages: ['en', 'fr-CA', 'ar'], later_languages: ['fr-ca', 'ar'] } },
        },
      ]);
    given(settingsDecider, [created])
      .when(change({ languages: ['en'] }), undefined)
      .then([settings('en')]);
  });

  it('refuse two languages of one locale, unless one of them has another locale', () => {
    given(settingsDecider, [created])
      .when(change({ languages: ['en', 'de', 'de-DE'] }), undefined)
      .thenThrows('rest_invalid_param', 400);
    const settings = { languages: ['en', 'de', 'de-DE'], language_overrides: { 'de-de': { locale: 'de' } } };
    given(settingsDecider, [created])
      .when(change(settings), undefined)
      .then([{ type: 'SiteSettingsChanged', data: { settings: { ...settings, later_languages: ['de', 'de-de'] } } }]);
    given(settingsDecider, [created, { type: 'SiteSettingsChanged', data: { settings } }])
      .when(change({ language_overrides: {} }), undefined)
      .thenThrows('rest_invalid_param', 400);
  });

  it('merge each change into the settings and count it', () => {
    given(settingsDecider, [created, { type: 'SiteSettingsChanged', data: { settings: { name: 'Quay' } } }]).thenState({
      version: 2,
      settings: completeSettings({ name: 'Quay', timezone: 'America/New_York' }),
    });
  });
});

describe('the stream of the settings', () => {
  it('has the name by which other services know it', () => {
    expect(streamOf(settingsAggregate, SITE)).toBe(SETTINGS_KEY);
  });
});
