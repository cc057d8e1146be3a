import type { InternalRequest } from '@almanac/service';
import type { Calendar } from '../calendar.ts';
import { calendarOf } from '../testing.contract.ts';
import { changeTag, createTag, deleteTag } from './tagsOfCore.ts';

const principal = { kind: 'user', id: 2, login: 'editor', roles: ['editor'] } as const;
/** A request whose headers fit a body of its own. */
const request = {
  principal,
  language: 'fr-ca',
  context: { correlation: 'c' },
  headers: { 'content-length': '999', 'content-type': 'text/plain', 'idempotency-key': 'k' },
};

it('hands on who asks, and none of the headers', async () => {
  const asked: InternalRequest[] = [];
  const calendar: Calendar = {
    ...calendarOf(),
    fetchInternal: async (_service, _path, init = {}) => {
      asked.push(init);
      return { status: 200, headers: new Headers(), body: { id: 1, name: 'a', slug: 'a', description: '' } };
    },
  };
  const copy = await createTag(calendar, request, { name: 'a' });
  await changeTag(calendar, request, { copy, values: { name: 'b' } });
  await deleteTag(calendar, request, copy);
  const who = { principal, language: 'fr-ca', correlation: 'c' };
  expect(asked).toEqual([
    { ...who, method: 'POST', body: { name: 'a' } },
    { ...who, method: 'PUT', body: { name: 'b' } },
    { ...who, method: 'DELETE' },
  ]);
});
