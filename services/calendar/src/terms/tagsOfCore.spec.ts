import { guardOf } from '@almanac/messaging';
import type { InternalRequest } from '@almanac/service';
import type { Calendar } from '../calendar.ts';
import { calendarOf } from '../testing.contract.ts';
import { tagCopies, tagCopy } from './tagCopies.ts';
import { changeTag, createTag, deleteTag, ensureTags } from './tagsOfCore.ts';

const principal = { kind: 'user', id: 2, login: 'editor', roles: ['editor'] } as const;
/** A request whose headers describe its own body. */
const request = {
  principal,
  language: 'fr-ca',
  context: { correlation: 'c' },
  headers: { 'content-length': '999', 'content-type': 'text/plain', 'idempotency-key': 'k' },
};

describe('a request for tags in core', () => {
  it('passes the caller on, and none of the headers', async () => {
    const asked: InternalRequest[] = [];
    const calendar: Calendar = {
      ...calendarOf(),
      fetchInternal: async (_service, _path, init = {}) => {
        asked.push(init);
        const body = { id: 1, name: 'a', slug: 'a', description: '', deleted: true };
        return { status: 200, headers: new Headers(), body };
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

  it('returns the translation group of a new tag', async () => {
    const answered = async (translations: object) => {
      const i18n = { language: 'fr-ca', source_language: 'en', group_id: 4, translations };
      const body = { id: 7, name: 'a', slug: 'a', description: '', i18n };
      const fetchInternal = async () => ({ status: 201, headers: new Headers(), body });
      return createTag({ ...calendarOf(), fetchInternal }, request, { name: 'a', translation_of: 4 });
    };
    expect((await answered({ en: 4, 'fr-ca': 7 })).group).toBe(4);
    expect((await answered({ 'fr-ca': 7 })).group).toBeNull();
  });
});

describe('copies from the answers of a restored core', () => {
  const epoch = 3;
  const tag = { id: 7, name: 'pier', slug: 'pier', description: '' };
  const membership = { language: 'en', group: null };
  /** A restored core counts positions from the end of the backup, below those at which the copies were made. */
  const restored = (): Calendar => ({
    ...calendarOf(),
    fetchInternal: async (_service, path) => {
      const headers = new Headers({ 'x-almanac-told': 'core@3/40/0/tag-7' });
      if (path !== '/internal/tags') return { status: 200, headers, body: { ...tag, deleted: true } };
      return { status: 200, headers, body: { tags: [{ ...tag, ...membership, n: 0 }], position: 40, epoch } };
    },
  });

  it.each([
    ['found or made', async (calendar: Calendar) => void (await ensureTags(calendar, ['pier'], 'en'))],
    ['made', async (calendar: Calendar) => void (await createTag(calendar, request, { name: 'pier' }))],
  ])('are newer than those of before, for a tag that is %s', async (_how, act) => {
    const calendar = restored();
    const version = guardOf({ epoch: 1, position: 9_000, n: 0 });
    const body = tagCopy({ ...tag, ...membership, name: 'before' }, version);
    await calendar.documents.write([{ collection: tagCopies, id: 7, version, body }]);
    await act(calendar);
    const copy = await calendar.documents.get<{ name: string }>(tagCopies, 7);
    expect(copy?.body?.name).toBe('pier');
    expect(copy?.version).toBeGreaterThanOrEqual(guardOf({ epoch, position: 40, n: 0 }));
    expect(copy?.version).toBeLessThan(guardOf({ epoch, position: 41, n: 0 }));
  });

  it('are deleted with their tag', async () => {
    const calendar = restored();
    const version = guardOf({ epoch: 2, position: 9_000, n: 0 });
    const body = tagCopy({ ...tag, ...membership }, version);
    await calendar.documents.write([{ collection: tagCopies, id: 7, version, body }]);
    await deleteTag(calendar, request, body);
    expect((await calendar.documents.get(tagCopies, 7))?.body).toBeNull();
  });
});
