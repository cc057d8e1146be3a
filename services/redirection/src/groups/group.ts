import { changedFields, isEmpty } from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import { type Decider, idAndVersion } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { RecordRegistration } from '@almanac/service';
import { foldText, TEXT_FOLD_VERSION } from '@almanac/text';
import { redirectionErrors } from '../errors.ts';

/** The fields of a group that a request can write. */
export interface GroupFields {
  readonly name: string;
  /** 1: this site; 2: Apache; 3: Nginx. */
  readonly module_id: number;
}

export interface Group extends GroupFields {
  readonly id: number;
  readonly version: number;
  readonly deleted: boolean;
  readonly enabled: boolean;
  /** The name in the form that lists sort by. */
  readonly sortName: string;
}

/** All fields of a group after an event. Integration events carry all of them and follow from the event alone. */
type Whole = GroupFields & Pick<Group, 'enabled'>;

export type GroupEvent =
  | Event<'GroupCreated', Whole>
  | Event<'GroupChanged', Whole>
  | Event<'GroupEnabled', Whole>
  | Event<'GroupDisabled', Whole>
  /** Rules were added to the group: a concurrent deletion must look for rules again. */
  | Event<'GroupFilled', { readonly rules: number }>
  | Event<'GroupDeleted', Readonly<Record<never, never>>>;

export type GroupCommand =
  | { readonly type: 'CreateGroup'; readonly fields: GroupFields; readonly enabled?: boolean }
  | { readonly type: 'ChangeGroup'; readonly changes: Partial<GroupFields> }
  | { readonly type: 'EnableGroup' }
  | { readonly type: 'DisableGroup' }
  | { readonly type: 'FillGroup'; readonly rules: number }
  | { readonly type: 'DeleteGroup' };

const absent: Group = {
  id: 0,
  version: 0,
  deleted: false,
  name: '',
  module_id: 1,
  enabled: false,
  sortName: '',
};

/** True if the group exists. */
export const isThere = ({ version, deleted }: Group): boolean => version > 0 && !deleted;

const wholeOf = ({ name, module_id, enabled }: Group): Whole => ({ name, module_id, enabled });

const changeOf = ({ type, data }: GroupEvent): Partial<Group> => {
  if (type === 'GroupDeleted') return { deleted: true };
  return type === 'GroupFilled' ? {} : { ...data, deleted: false };
};

/** Groups of rules, `group-<id>`, with their decisions (docs/interface/redirection.md §5). */
export const groupDecider: Decider<Group, GroupEvent, GroupCommand> = {
  category: 'group',
  initialState: absent,
  eventTypes: ['GroupCreated', 'GroupChanged', 'GroupEnabled', 'GroupDisabled', 'GroupFilled', 'GroupDeleted'],
  projectionVersion: 1 + TEXT_FOLD_VERSION,
  evolve: (state, event) => {
    const next = { ...state, ...changeOf(event), ...idAndVersion(event) };
    return { ...next, sortName: foldText(next.name) };
  },
  /** @throws DomainError 400 for a missing group */
  decide: (state, command) => {
    if (command.type === 'CreateGroup') {
      const { fields, enabled = true } = command;
      return isThere(state) ? [] : [{ type: 'GroupCreated', data: { ...fields, enabled } }];
    }
    if (!isThere(state)) throw redirectionErrors.unknownGroup();
    if (command.type === 'ChangeGroup') {
      const changes = changedFields<GroupFields>(state, command.changes);
      return isEmpty(changes) ? [] : [{ type: 'GroupChanged', data: { ...wholeOf(state), ...changes } }];
    }
    if (command.type === 'FillGroup') return [{ type: 'GroupFilled', data: { rules: command.rules } }];
    if (command.type === 'DeleteGroup') return [{ type: 'GroupDeleted', data: {} }];
    const enabled = command.type === 'EnableGroup';
    if (enabled === state.enabled) return [];
    return [{ type: enabled ? 'GroupEnabled' : 'GroupDisabled', data: { ...wholeOf(state), enabled } }];
  },
};

export const groups: Collection = {
  name: 'groups',
  projectionVersion: groupDecider.projectionVersion,
  indexes: [['sortName'], ['module_id'], ['enabled']],
  texts: ['name'],
};

export const groupRegistration: RecordRegistration<Group, GroupEvent> = {
  aggregate: groupDecider,
  collection: groups,
  isGone: (state) => state.deleted,
  written: {
    route: '/redirection/v1/group/{id}',
    readOnly: ['enabled'],
    arguments: { module_id: 'moduleId' },
    members: ({ name, module_id, enabled }) => ({ name, module_id, enabled }),
    name: ({ name }) => name,
  },
};
