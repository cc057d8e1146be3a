import { completeSettings, defaultSettings, SETTINGS_KEY, type SiteSettings } from '@almanac/contracts';
import { streamOf } from '@almanac/domain';
import { given } from '@almanac/domain/testing';
import { decideSettings, type SettingsCommand } from './decideSettings.ts';
import { type SettingsEvent, type SettingsState, SITE, settingsAggregate } from './siteSettings.ts';

const created: SettingsEvent = {
  type: 'SiteSettingsCreated',
  data: { settings: completeSettings({ name: 'Riverside', timezone: 'America/New_York' }) },
};

const decide = (command: SettingsCommand) => (state: SettingsState) => decideSettings(state, command);
const change = (changes: Partial<SiteSettings>) => decide({ type: 'ChangeSettings', changes });

describe('the decisions on the settings of the site', () => {
  it('fill settings that are not there with what the site file says and the defaults of the rest', () => {
    given(settingsAggregate)
      .when(decide({ type: 'CreateSettings', chosen: { name: 'Riverside' } }))
      .then([{ type: 'SiteSettingsCreated', data: { settings: { ...defaultSettings, name: 'Riverside' } } }]);
  });

  it('leave settings that are there as they are, whatever a site file says', () => {
    given(settingsAggregate, [created])
      .when(decide({ type: 'CreateSettings', chosen: { name: 'Elsewhere' } }))
      .then([]);
  });

  it('tell of the members alone that get another value', () => {
    given(settingsAggregate, [created])
      .when(change({ name: 'Riverside', timezone: 'Europe/Paris', start_of_week: 0 }))
      .then([{ type: 'SiteSettingsChanged', data: { settings: { timezone: 'Europe/Paris', start_of_week: 0 } } }]);
  });

  it('tell of nothing where nothing gets another value', () => {
    given(settingsAggregate, [created])
      .when(change({ name: 'Riverside', default_language: 'en' }))
      .then([]);
  });

  it('take a member that the stored settings lack for its default', () => {
    const { posts_per_page, ...older } = defaultSettings;
    const before: SettingsEvent = { type: 'SiteSettingsCreated', data: { settings: older as SiteSettings } };
    given(settingsAggregate, [before]).when(change({ posts_per_page })).then([]);
    given(settingsAggregate, [before])
      .when(change({ posts_per_page: 3 }))
      .then([{ type: 'SiteSettingsChanged', data: { settings: { posts_per_page: 3 } } }]);
  });

  it('refuse another default language, since addresses and lists are made with it', () => {
    given(settingsAggregate, [created])
      .when(change({ default_language: 'fr-ca' }))
      .thenThrows('rest_setting_fixed');
  });

  it('lay each change over the settings and count it', () => {
    given(settingsAggregate, [
      created,
      { type: 'SiteSettingsChanged', data: { settings: { name: 'Quay' } } },
    ]).thenState({
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
