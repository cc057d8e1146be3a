import { anonymous, type Principal, system } from './principal.ts';
import { type GuardedRecord, mayDelete, mayEdit, mayPublish, mayRead } from './recordRights.ts';
import type { Role } from './roles.ts';

const ME = 7;
const OTHER = 8;
const roles: Role[] = ['subscriber', 'contributor', 'author', 'editor', 'administrator'];
const user = (role: Role): Principal => ({ kind: 'user', id: ME, login: role, roles: [role] });
const who = (test: (principal: Principal) => boolean): Role[] => roles.filter((role) => test(user(role)));

const from = (least: Role): Role[] => roles.slice(roles.indexOf(least));

const changes: [string, GuardedRecord, Role][] = [
  ['an own draft', { author: ME, status: 'draft' }, 'contributor'],
  ['an own pending record', { author: ME, status: 'pending' }, 'contributor'],
  ['an own private record', { author: ME, status: 'private' }, 'contributor'],
  ['an own published record', { author: ME, status: 'publish' }, 'author'],
  ['an own scheduled record', { author: ME, status: 'future' }, 'author'],
  ['an own trashed draft', { author: ME, status: 'trash', statusBeforeTrash: 'draft' }, 'contributor'],
  ['an own trashed published record', { author: ME, status: 'trash', statusBeforeTrash: 'publish' }, 'author'],
  ['somebody else’s draft', { author: OTHER, status: 'draft' }, 'editor'],
  ['somebody else’s published record', { author: OTHER, status: 'publish' }, 'editor'],
  ['somebody else’s private record', { author: OTHER, status: 'private' }, 'editor'],
  ['a record of nobody', { author: 0, status: 'draft' }, 'editor'],
];

describe.each(['post', 'cal_events', 'cal_venue', 'cal_organizer'] as const)('the rights on %s', (type) => {
  it.each(changes)('let the right roles change and delete it: %s', (_name, record, least) => {
    expect(who((principal) => mayEdit(principal, type, record))).toEqual(from(least));
    expect(who((principal) => mayDelete(principal, type, record))).toEqual(from(least));
  });

  it('let everybody read a public record', () => {
    for (const status of ['publish', 'cal-ea-pending']) {
      expect(mayRead(anonymous, type, { author: OTHER, status })).toBe(true);
    }
  });

  it('let authors read their own records, whatever the status', () => {
    for (const status of ['draft', 'pending', 'private', 'future', 'trash']) {
      expect(who((principal) => mayRead(principal, type, { author: ME, status }))).toEqual(roles);
    }
  });

  it.each(['draft', 'pending', 'private', 'future', 'trash'])('let editors read another user’s %s record', (status) => {
    expect(who((principal) => mayRead(principal, type, { author: OTHER, status }))).toEqual(from('editor'));
    expect(mayRead(anonymous, type, { author: 0, status })).toBe(false);
  });

  it('let authors publish', () => {
    expect(who((principal) => mayPublish(principal, type))).toEqual(from('author'));
  });

  it('allow the site itself everything, and a visitor nothing', () => {
    const record = { author: OTHER, status: 'private' };
    expect([mayEdit, mayDelete, mayRead].map((may) => may(system, type, record))).toEqual([true, true, true]);
    expect([mayEdit, mayDelete].map((may) => may(anonymous, type, { author: 0, status: 'draft' }))).toEqual([
      false,
      false,
    ]);
  });
});
