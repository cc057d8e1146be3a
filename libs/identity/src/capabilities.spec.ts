import { type Capability, can, capabilitiesOf } from './capabilities.ts';
import { anonymous, type Principal, principalId, system, userId } from './principal.ts';
import type { Role } from './roles.ts';

const user = (...roles: Role[]): Principal => ({ kind: 'user', id: 7, login: 'somebody', roles });

// The least trusted role with the capability (docs/interface/core-posts.md §1, docs/interface/calendar.md §3).
const steps: [Capability, Role][] = [
  ['read', 'subscriber'],
  ['edit_posts', 'contributor'],
  ['delete_cal_events', 'contributor'],
  ['publish_cal_venues', 'author'],
  ['edit_published_cal_organizers', 'author'],
  ['upload_files', 'author'],
  ['edit_others_cal_events', 'editor'],
  ['read_private_posts', 'editor'],
  ['manage_categories', 'editor'],
  ['unfiltered_html', 'editor'],
  ['manage_options', 'administrator'],
  ['list_users', 'administrator'],
  ['edit_users', 'administrator'],
  ['manage_translations', 'administrator'],
  ['translate', 'administrator'],
];

const ladder: Role[] = ['subscriber', 'contributor', 'author', 'editor', 'administrator'];

describe('capabilities', () => {
  it.each(steps)('belong to roles: %s from %s upwards', (capability, least) => {
    const holders = ladder.filter((role) => can(user(role), capability));
    expect(holders).toEqual(ladder.slice(ladder.indexOf(least)));
  });

  it('are none for a visitor and a user without a role, and all for the site itself', () => {
    expect(can(anonymous, 'read')).toBe(false);
    expect(can(user(), 'read')).toBe(false);
    expect(can(system, 'manage_options')).toBe(true);
  });

  it('add up over several roles', () => {
    expect(can(user('subscriber', 'author'), 'publish_posts')).toBe(true);
    expect(capabilitiesOf(['subscriber', 'contributor'])).toEqual(capabilitiesOf(['contributor']));
  });

  it('are checked for principals that the log stores by their id', () => {
    expect([anonymous, system, user('editor')].map(principalId)).toEqual(['anonymous', 'system', 'user:7']);
    expect([anonymous, user('editor')].map(userId)).toEqual([0, 7]);
  });
});
