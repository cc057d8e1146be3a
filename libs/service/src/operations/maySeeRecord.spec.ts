import type { Documents } from '@almanac/documents';
import { anonymous, type Principal, type Role, system } from '@almanac/identity';
import type { RecordRegistration } from '../recordRegistration.ts';
import { maySeeRecord } from './maySeeRecord.ts';

const user = (id: number, ...roles: Role[]): Principal =>
  ({ kind: 'user', id, login: `user-${id}`, roles }) as Principal;
const [owner, other, operator] = [user(7, 'author'), user(8, 'author'), user(1, 'administrator')];

const registrationOf = (category: string, mayEdit?: RecordRegistration['mayEdit']) =>
  ({
    aggregate: { category },
    collection: { name: category },
    ...(mayEdit && { mayEdit }),
  }) as unknown as RecordRegistration;

const source = {
  registrations: [
    registrationOf(
      'note',
      (principal, state) => (state as { owner: number }).owner === (principal as { id?: number }).id,
    ),
    registrationOf('hook'),
  ],
  documents: {
    get: async (_: unknown, id: number) => (id === 3 ? { body: { owner: 7 } } : undefined),
  } as unknown as Documents,
};
const seen = (kind: string, id: string) =>
  Promise.all([system, operator, owner, other, anonymous].map((who) => maySeeRecord(source, who, kind, id)));

describe('the outcome of a record', () => {
  it('is visible to operators and to users who may edit it now', async () => {
    expect(await seen('note', '3')).toEqual([true, true, true, false, false]);
  });

  it.each([
    ['note', '4'],
    ['hook', '3'],
    ['__proto__', '3'],
  ])('is visible to operators alone if nobody edits it: %s %s', async (kind, id) => {
    expect(await seen(kind, id)).toEqual([true, true, false, false, false]);
  });
});
