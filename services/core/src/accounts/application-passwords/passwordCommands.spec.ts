import { given } from '@almanac/event-sourcing/testing';
import { type ApplicationPasswordEvent, applicationPassword } from './applicationPassword.ts';
import { applicationPasswordDecider, type NewApplicationPassword } from './passwordCommands.ts';

const password: NewApplicationPassword = { uuid: 'u-1', user: 7, name: 'Reader', appId: '' };
const created: ApplicationPasswordEvent = {
  type: 'ApplicationPasswordCreated',
  data: { ...password, position: 3, created: '2026-01-01T00:00:00Z' },
};
const revoked: ApplicationPasswordEvent = { type: 'ApplicationPasswordRevoked', data: { user: 7 } };

describe('an application password', () => {
  const create = { type: 'Create', password, at: '2026-01-01T00:00:00.123Z' } as const;

  it('is created at the position after those that the user has', () => {
    given(applicationPasswordDecider).when(create, { position: 3 }).then([created]);
  });

  it('is not created without a name', () => {
    given(applicationPasswordDecider)
      .when({ ...create, password: { ...password, name: '' } }, { position: 3 })
      .thenThrows('application_password_empty_name', 400);
  });

  it('is renamed by its owner, without an event if the name stays', () => {
    given(applicationPasswordDecider, [created])
      .when({ type: 'Rename', user: 7, name: 'Writer' }, undefined)
      .then([{ type: 'ApplicationPasswordRenamed', data: { name: 'Writer' } }]);
    given(applicationPasswordDecider, [created]).when({ type: 'Rename', user: 7, name: 'Reader' }, undefined).then([]);
  });

  it('keeps its name if the new one is empty', () => {
    given(applicationPasswordDecider, [created])
      .when({ type: 'Rename', user: 7, name: '' }, undefined)
      .thenThrows('application_password_empty_name', 400);
  });

  it('is revoked by its owner', () => {
    given(applicationPasswordDecider, [created]).when({ type: 'Revoke', user: 7 }, undefined).then([revoked]);
  });

  it.each([
    { type: 'Rename', user: 7, name: 'Writer' },
    { type: 'Revoke', user: 7 },
  ] as const)('accepts no further command after its revocation, nor before its creation: $type', (command) => {
    given(applicationPasswordDecider, [created, revoked])
      .when(command, undefined)
      .thenThrows('rest_application_password_not_found', 404);
    given(applicationPasswordDecider).when(command, undefined).thenThrows('rest_application_password_not_found', 404);
  });

  it.each([
    { type: 'Rename', user: 8, name: 'Writer' },
    { type: 'Revoke', user: 8 },
  ] as const)('is hidden from other users: $type', (command) => {
    given(applicationPasswordDecider, [created])
      .when(command, undefined)
      .thenThrows('rest_application_password_not_found', 404);
  });

  it('is folded to its last name and its revocation', () => {
    given(applicationPassword, [created, { type: 'ApplicationPasswordRenamed', data: { name: 'Writer' } }]).thenState({
      ...password,
      name: 'Writer',
      position: 3,
      created: '2026-01-01T00:00:00Z',
      version: 2,
      revoked: false,
    });
    given(applicationPassword, [created, revoked]).thenState({
      ...password,
      position: 3,
      created: '2026-01-01T00:00:00Z',
      version: 2,
      revoked: true,
    });
  });
});
