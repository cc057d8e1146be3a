import { given } from '@almanac/event-sourcing/testing';
import { type RuleEvent, type RuleFields, ruleDecider } from './rule.ts';

const fields: RuleFields = {
  group_id: 1,
  position: 0,
  url: '/old',
  match: { type: 'url', url: '/new' },
  action_type: 'url',
  action_code: 301,
  log_exclude: false,
  title: '',
  flags: { flag_query: 'exact', flag_case: false, flag_trailing: false, flag_regex: false },
};
const created: RuleEvent = { type: 'RuleCreated', data: { ...fields, enabled: true } };
const deleted: RuleEvent = { type: 'RuleDeleted', data: {} };

describe('the decisions on a rule', () => {
  it('create it', () => {
    given(ruleDecider).when({ type: 'CreateRule', fields, enabled: true }, undefined).then([created]);
  });

  it('store it whole with every change, and nothing without a difference', () => {
    const change = (changes: Partial<RuleFields>) =>
      given(ruleDecider, [created]).when({ type: 'ChangeRule', changes }, undefined);
    change({ title: 'Moved' }).then([{ type: 'RuleChanged', data: { ...fields, enabled: true, title: 'Moved' } }]);
    change({ url: '/old' }).then([]);
  });

  it('enable and disable it once', () => {
    const off: RuleEvent = { type: 'RuleDisabled', data: { ...fields, enabled: false } };
    given(ruleDecider, [created]).when({ type: 'DisableRule' }, undefined).then([off]);
    given(ruleDecider, [created, off]).when({ type: 'DisableRule' }, undefined).then([]);
    given(ruleDecider, [created, off])
      .when({ type: 'EnableRule' }, undefined)
      .then([{ type: 'RuleEnabled', data: { ...fields, enabled: true } }]);
  });

  it('set its counter, and delete it', () => {
    given(ruleDecider, [created])
      .when({ type: 'SetHits', hits: { hits: 0, last: null } }, undefined)
      .then([{ type: 'RuleHitsSet', data: { hits: 0, last: null } }]);
    given(ruleDecider, [created]).when({ type: 'DeleteRule' }, undefined).then([deleted]);
  });

  it('store nothing for a counter without a value', () => {
    given(ruleDecider, [created]).when({ type: 'SetHits', hits: {} }, undefined).then([]);
  });

  it('refuse commands to a missing rule', () => {
    given(ruleDecider).when({ type: 'DisableRule' }, undefined).thenThrows('redirect_update_failed', 400);
    given(ruleDecider, [created, deleted])
      .when({ type: 'DeleteRule' }, undefined)
      .thenThrows('redirect_update_failed', 400);
  });
});
