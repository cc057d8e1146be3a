import { ensureTagsOfCore, readHistoryOfMisc, readSettings, readUserOfCore, runBatch } from '@almanac/contracts';
import { askInternal, askOf } from './askInternal.ts';
import type { FetchInternal } from './fetchInternal.ts';

/** Answers every request in the same way, and records it. */
const answering = (status: number, body: unknown) => {
  const asked: unknown[][] = [];
  const fetchInternal: FetchInternal = async (...given) => {
    asked.push(given);
    return { status, headers: new Headers({ 'x-spec': 'yes' }), body };
  };
  return { asked, fetchInternal };
};

const tags = { tags: [], position: null };

describe('asking another service', () => {
  it('sends what the contract says, to whom it says', async () => {
    const { asked, fetchInternal } = answering(200, tags);
    const said = await askInternal(fetchInternal, ensureTagsOfCore, { send: { tags: ['a'] }, language: 'fr-ca' });
    expect(asked).toEqual([['core', '/internal/tags', { method: 'POST', body: { tags: ['a'] }, language: 'fr-ca' }]]);
    expect([said.body, said.headers.get('x-spec')]).toEqual([tags, 'yes']);
  });

  it('fills in whom it is about, and has no body where there is none', async () => {
    const { asked, fetchInternal } = answering(200, { id: 7, name: 'Ada' });
    expect((await askInternal(fetchInternal, readUserOfCore, { at: { id: 7 } })).body).toEqual({ id: 7 });
    expect(asked).toEqual([['core', '/core/v2/users/7', { method: 'GET' }]]);
  });

  it('writes what it sends into the address where the method has no body', async () => {
    const { asked, fetchInternal } = answering(200, []);
    const at = { kind: 'a/b', id: '1?x' };
    await askInternal(fetchInternal, readHistoryOfMisc, { at, send: { page: 2, per_page: 20 } });
    expect(asked).toEqual([['misc', '/ops/v1/history/a%2Fb/1%3Fx?page=2&per_page=20', { method: 'GET' }]]);
  });

  it('may be of any service that answers it', async () => {
    const { asked, fetchInternal } = answering(200, { responses: [null] });
    await askOf(fetchInternal, runBatch, 'misc', { send: { items: [] } });
    expect(asked[0]?.[0]).toBe('misc');
  });

  it('tells a refusal with its code, status and data', async () => {
    const { fetchInternal } = answering(429, { code: 'slow', message: 'Wait.', data: { status: 429, retry_after: 7 } });
    const { refused } = await askInternal(fetchInternal, readSettings);
    expect(refused).toMatchObject({ code: 'slow', status: 429, message: 'Wait.', data: { retry_after: 7 } });
    expect(refused?.data).not.toHaveProperty('status');
  });

  it.each<[string, number, unknown]>([
    ['fails', 500, { code: 'x', message: '' }],
    ['answers something else than was agreed on', 200, { tags: 'many', position: null }],
    ['answers nothing', 204, undefined],
  ])('counts a service that %s as away', async (_what, status, body) => {
    const { fetchInternal } = answering(status, body);
    await expect(askInternal(fetchInternal, ensureTagsOfCore, { send: { tags: [] } })).rejects.toMatchObject({
      status: 503,
      service: 'core',
    });
  });

  it('takes a refusal in another form than errors have for trouble of the service', async () => {
    const { refused } = await askInternal(answering(404, '<html>').fetchInternal, readSettings);
    expect(refused).toMatchObject({ status: 503, service: 'core' });
  });
});
