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
  it('fill settings that are not there with what the site file says and the defaults of the rest', () => {
    given(settingsDecider)
      .when({ type: 'CreateSettings', chosen: { name: 'Riverside' } }, undefined)
      .then([{ type: 'SiteSettingsCreated', data: { settings: { ...defaultSettings, name: 'Riverside' } } }]);
  });

  it('leave settings that are there as they are, whatever a site file says', () => {
    given(settingsDecider, [created])
      .when({ type: 'CreateSettings', chosen: { name: 'Elsewhere' } }, undefined)
      .then([]);
  });

  it('tell of the members alone that get another value', () => {
    given(settingsDecider, [created])
      .when(change({ name: 'Riverside', timezone: 'Europe/Paris', start_of_week: 0 }), undefined)
      .then([{ type: 'SiteSettingsChanged', data: { settings: { timezone: 'Europe/Paris', start_of_week: 0 } } }]);
  });

  it('tell of nothing where nothing gets another value', () => {
    given(settingsDecider, [created])
      .when(change({ name: 'Riverside', default_language: 'en' }), undefined)
      .then([]);
  });

  it('take a member that the stored settings lack for its default', () => {
    const { posts_per_page, ...older } = defaultSettings;
    const before: SettingsEvent = { type: 'SiteSettingsCreated', data: { settings: older as SiteSettings } };
    given(settingsDecider, [before]).when(change({ posts_per_page }), undefined).then([]);
    given(settingsDecider, [before])
      .when(change({ posts_per_page: 3 }), undefined)
      .then([{ type: 'SiteSettingsChanged', data: { settings: { posts_per_page: 3 } } }]);
  });

  it('refuse another default language, since addresses and lists are made with it', () => {
    given(settingsDecider, [created])
      .when(change({ default_language: 'fr-ca' }), undefined)
      .thenThrows('rest_setting_fixed', 400);
  });

  it('lay each change over the settings and count it', () => {
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
