import { given } from '@almanac/event-sourcing/testing';
import { type StringSettingsCommand, type StringSettingsEvent, stringSettingsDecider } from './stringSettings.ts';

const set = (group: string, key: string, data: unknown): StringSettingsCommand => ({
  type: 'ChangeSetting',
  group,
  key,
  data,
});
const changed = (group: string, key: string, data: unknown): StringSettingsEvent => ({
  type: 'StringSettingChanged',
  data: { group, key, data },
});

describe('a setting of strings', () => {
  it('is set, and changed to another value only', () => {
    const chosen = changed('ui', 'columns', { shown: ['name'] });
    given(stringSettingsDecider)
      .when(set('ui', 'columns', { shown: ['name'] }))
      .then([chosen]);
    given(stringSettingsDecider, [chosen])
      .when(set('ui', 'columns', { shown: ['name'] }))
      .then([]);
    given(stringSettingsDecider, [chosen])
      .when(set('ui', 'columns', { shown: [] }))
      .then([changed('ui', 'columns', { shown: [] })]);
  });

  it('is reset by null, once', () => {
    const on = changed('mo', 'generate_on_save', true);
    const off = changed('mo', 'generate_on_save', null);
    given(stringSettingsDecider, [on])
      .when(set('mo', 'generate_on_save', null))
      .then([off]);
    given(stringSettingsDecider, [on, off])
      .when(set('mo', 'generate_on_save', null))
      .then([]);
    given(stringSettingsDecider, [on, off]).thenState({ version: 2, values: {} });
  });

  it.each([
    ['a group that is not known', set('other', 'generate_on_save', true)],
    ['a key that is not known', set('mo', 'constructor', null)],
    ['a value of another type', set('mo', 'generate_on_save', 'yes')],
  ])('is refused for %s', (_what, command) => {
    given(stringSettingsDecider).when(command).thenThrows('i18n_setting_invalid', 422);
  });
});
