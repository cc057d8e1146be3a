import { given } from '@almanac/event-sourcing/testing';
import { type GroupEvent, groupDecider } from './group.ts';

const fields = { name: 'Campaigns', module_id: 1 };
const created: GroupEvent = { type: 'GroupCreated', data: { ...fields, enabled: true } };
const disabled: GroupEvent = { type: 'GroupDisabled', data: { ...fields, enabled: false } };
const deleted: GroupEvent = { type: 'GroupDeleted', data: {} };

describe('the decisions on a group', () => {
  it('create it enabled, and leave an existing one unchanged', () => {
    given(groupDecider).when({ type: 'CreateGroup', fields }, undefined).then([created]);
    given(groupDecider, [created]).when({ type: 'CreateGroup', fields }, undefined).then([]);
    given(groupDecider, [created, deleted]).when({ type: 'CreateGroup', fields }, undefined).then([created]);
  });

  it('store only differences, and no event without one', () => {
    given(groupDecider, [created])
      .when({ type: 'ChangeGroup', changes: { module_id: 2 } }, undefined)
      .then([{ type: 'GroupChanged', data: { name: 'Campaigns', module_id: 2, enabled: true } }]);
    given(groupDecider, [created]).when({ type: 'ChangeGroup', changes: fields }, undefined).then([]);
  });

  it('disable, enable and delete it', () => {
    given(groupDecider, [created]).when({ type: 'DisableGroup' }, undefined).then([disabled]);
    given(groupDecider, [created, disabled]).when({ type: 'DisableGroup' }, undefined).then([]);
    given(groupDecider, [created, disabled])
      .when({ type: 'EnableGroup' }, undefined)
      .then([{ type: 'GroupEnabled', data: { ...fields, enabled: true } }]);
    given(groupDecider, [created]).when({ type: 'DeleteGroup' }, undefined).then([deleted]);
  });

  it('note new rules in it, which changes none of its members', () => {
    const filled: GroupEvent = { type: 'GroupFilled', data: { rules: 3 } };
    given(groupDecider, [created]).when({ type: 'FillGroup', rules: 3 }, undefined).then([filled]);
    given(groupDecider, [created, filled]).thenState({
      ...fields,
      id: 1,
      version: 2,
      deleted: false,
      enabled: true,
      sortName: 'campaigns',
    });
    given(groupDecider, [created, deleted])
      .when({ type: 'FillGroup', rules: 1 }, undefined)
      .thenThrows('redirect_group_invalid', 400);
  });

  it('refuse commands to a missing group', () => {
    given(groupDecider).when({ type: 'DisableGroup' }, undefined).thenThrows('redirect_group_invalid', 400);
    given(groupDecider, [created, deleted])
      .when({ type: 'DeleteGroup' }, undefined)
      .thenThrows('redirect_group_invalid', 400);
  });
});
