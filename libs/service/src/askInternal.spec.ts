import { ensureTagsOfCore, internalContract, readSettings, readUserOfCore, runBatch } from '@almanac/contracts';
import { z } from 'zod';
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

describe('a question to another service', () => {
  it('sends the contract’s arguments as the contract’s principal', async () => {
    const { asked, fetchInternal } = answering(200, tags);
    const said = await askInternal(fetchInternal, ensureTagsOfCore, { send: { tags: ['a'] }, language: 'fr-ca' });
    expect(asked).toEqual([['core', '/internal/tags', { method: 'POST', body: { tags: ['a'] }, language: 'fr-ca' }]]);
    expect([said.body, said.headers.get('x-spec')]).toEqual([tags, 'yes']);
  });

  it('fills in its subject, and has no body if the contract has none', async () => {
    const { asked, fetchInternal } = answering(200, { id: 7, name: 'Ada' });
    expect((await askInternal(fetchInternal, readUserOfCore, { at: { id: 7 } })).body).toEqual({ id: 7 });
    expect(asked).toEqual([['core', '/core/v2/users/7', { method: 'GET' }]]);
  });

  it('writes its arguments into the address if the method has no body', async () => {
    const { asked, fetchInternal } = answering(200, []);
    const at = { kind: 'a/b', id: '1?x' };
    const contract = internalContract('misc.read', {
      askedBy: ['core'],
      method: 'GET',
      path: '/ops/v1/history/{kind}/{id}',
      description: 'Reads a history.',
      request: z.object({ page: z.int(), per_page: z.int() }),
      answer: z.array(z.string()),
    });
    await askInternal(fetchInternal, contract, { at, send: { page: 2, per_page: 20 } });
    expect(asked).toEqual([['misc', '/ops/v1/history/a%2Fb/1%3Fx?page=2&per_page=20', { method: 'GET' }]]);
  });

  it('may go to any service that answers it', async () => {
    const { asked, fetchInternal } = answering(200, { responses: [null] });
    await askOf(fetchInternal, runBatch, 'misc', { send: { items: [] } });
    expect(asked[0]?.[0]).toBe('misc');
  });

  it('returns a refusal with its code, status and data', async () => {
    const { fetchInternal } = answering(429, { code: 'slow', message: 'Wait.', data: { status: 429, retry_after: 7 } });
    const { refused } = await askInternal(fetchInternal, readSettings);
    expect(refused).toMatchObject({ code: 'slow', status: 429, message: 'Wait.', data: { retry_after: 7 } });
    expect(refused?.data).not.toHaveProperty('status');
  });

  it.each<[string, number, unknown]>([
    ['fails', 500, { code: 'x', message: '' }],
    ['answers something else than was agreed on', 200, { tags: 'many', position: null }],
    ['answers nothing', 204, undefined],
  ])('reports a service as away if it %s', async (_what, status, body) => {
    const { fetchInternal } = answering(status, body);
    await expect(askInternal(fetchInternal, ensureTagsOfCore, { send: { tags: [] } })).rejects.toMatchObject({
      status: 503,
      service: 'core',
    });
  });

  it('reports a service in trouble if a refusal has another form than errors have', async () => {
    const { refused } = await askInternal(answering(404, '<html>').fetchInternal, readSettings);
    expect(refused).toMatchObject({ status: 503, service: 'core' });
  });
});
