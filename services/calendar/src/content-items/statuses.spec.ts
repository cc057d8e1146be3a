import { anonymous, type Principal, type Role, roles } from '@almanac/identity';
import type { Status } from './contentItem.ts';
import { publishedOnly, visibleTo } from './statuses.ts';

const user = (role: Role): Principal => ({ kind: 'user', id: 7, login: role, roles: [role] });
const visible = (principal: Principal, asked?: readonly Status[]) => visibleTo(principal, 'cal_events', asked);

describe('the records that a list shows', () => {
  // user 0 does not exist: drafts of a deleted author do not belong to visitors
  it('are the published ones for users who may edit none, whatever they request', () => {
    for (const principal of [anonymous, user('subscriber')]) {
      for (const asked of [undefined, ['draft'], ['publish', 'private']] as const) {
        expect(visible(principal, asked)).toEqual(publishedOnly);
      }
    }
  });

  it('are their own and the published ones for users who may edit their own', () => {
    const among = { field: 'status', in: ['publish', 'draft'] };
    const own = {
      any: [
        { field: 'status', equals: 'publish' },
        { field: 'author', equals: 7 },
      ],
    };
    for (const role of ['contributor', 'author'] as const) {
      expect(visible(user(role), ['publish', 'draft'])).toEqual({ all: [among, own] });
      expect(visible(user(role), ['publish'])).toEqual(publishedOnly);
    }
  });

  it('are all requested ones for users who may edit others’', () => {
    for (const role of ['editor', 'administrator'] as const) {
      expect(visible(user(role), ['draft'])).toEqual({ field: 'status', equals: 'draft' });
      expect(visible(user(role))).toEqual({ field: 'status', in: expect.not.arrayContaining(['trash']) });
    }
    expect(roles).toHaveLength(5);
  });
});
