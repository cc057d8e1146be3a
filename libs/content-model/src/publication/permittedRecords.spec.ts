import type { GuardedRecord, Principal } from '@almanac/identity';
import { permittedRecords } from './permittedRecords.ts';

type Rule = (record: GuardedRecord & { readonly status: 'publish' | 'draft' }) => boolean;

const statuses = ['publish', 'draft'] as const;
const user: Principal = { kind: 'user', id: 5, login: 'five', roles: ['contributor'] };
const me = { field: 'author', equals: 5 };
const filterFor = (isPermitted: Rule) =>
  permittedRecords({ principal: user, statuses, ownStatus: 'status', isPermitted });

describe('the filter of permitted records', () => {
  it('is missing if all records are permitted', () => {
    expect(filterFor(() => true)).toBeUndefined();
  });

  it('names the author alone, so that an index finds the records, if no record of others is permitted', () => {
    const own = filterFor(({ author, status }) => author === 5 && status === 'draft');
    expect(own).toEqual({ all: [me, { field: 'status', in: ['draft'] }] });
  });

  it('has the records of others by their status, besides own ones', () => {
    const filter = filterFor(({ author, status }) => author === 5 || status === 'publish');
    const own = { all: [me, { field: 'status', in: ['publish', 'draft'] }] };
    expect(filter).toEqual({ any: [{ field: 'status', in: ['publish'] }, own] });
  });
});
