import { given } from '@almanac/event-sourcing/testing';
import { defaultOptions, type Options, type OptionsEvent, optionsDecider } from './options.ts';

const changed = (changes: Partial<Options>): OptionsEvent => ({
  type: 'OptionsChanged',
  data: { options: { ...defaultOptions, ...changes } },
});

describe('the decisions on options', () => {
  it('store all options with every change, unset ones included', () => {
    given(optionsDecider)
      .when({ type: 'ChangeOptions', changes: { ip_logging: 2 } }, undefined)
      .then([changed({ ip_logging: 2 })]);
    given(optionsDecider, [changed({ ip_logging: 2 })])
      .when({ type: 'ChangeOptions', changes: { aliases: ['old.example'] } }, undefined)
      .then([changed({ ip_logging: 2, aliases: ['old.example'] })]);
  });

  it('store nothing without a difference', () => {
    given(optionsDecider)
      .when({ type: 'ChangeOptions', changes: { support: false, aliases: [] } }, undefined)
      .then([]);
    given(optionsDecider).when({ type: 'ChangeOptions', changes: {} }, undefined).then([]);
    given(optionsDecider).when({ type: 'ResetOptions' }, undefined).then([]);
  });

  it('reset to the options of a new site', () => {
    given(optionsDecider, [changed({ ip_logging: 2, last_group_id: 7 })])
      .when({ type: 'ResetOptions' }, undefined)
      .then([changed({})]);
  });

  it('give an option of a later release its default with the next change', () => {
    const { track_hits: _, ...older } = defaultOptions;
    given(optionsDecider, [{ type: 'OptionsChanged', data: { options: older as Options } }])
      .when({ type: 'ChangeOptions', changes: { support: true } }, undefined)
      .then([changed({ support: true })]);
  });
});
