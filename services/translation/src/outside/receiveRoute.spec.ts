import { callbackToken } from './callbackToken.ts';
import { type EngineSite, startEngineSite } from './engineSite.contract.ts';

let site: EngineSite;
beforeEach(async () => {
  site = await startEngineSite();
});
afterEach(() => site.stop());

describe('the callback', () => {
  const ask = (path: string) => site.ask('GET', `/ate/jobs/receive/${path}`, { as: 'visitor' });

  it('does nothing without a token, for HEAD, and for a prefetch', async () => {
    const { id, jobId } = await site.made();
    expect((await ask(String(jobId))).body).toBeNull();
    await site.receive(jobId, { headers: { 'sec-purpose': 'prefetch;prerender' } });
    expect([site.remote.fetched, (await site.job(id)).revision?.status]).toEqual([0, 1]);
  });

  it.each(['0000', 'é', '', 'f'.repeat(64)].filter((token) => token !== ''))('refuses the token %j', async (token) => {
    const { jobId } = await site.made();
    const { status, body } = await ask(`${jobId}?t=${encodeURIComponent(token)}`);
    expect([status, body.code, site.remote.fetched]).toEqual([403, 'i18n_ate_receive_invalid_token', 0]);
  });

  it('is accepted under the former secret of the site during its rotation, and under no other', async () => {
    const former = 'the secret of this site before it was changed';
    const rotated = await startEngineSite(undefined, [former]);
    const { id, jobId } = await rotated.made();
    const receive = (secret: string) =>
      rotated.ask('GET', `/ate/jobs/receive/${jobId}?t=${callbackToken({ secret }, jobId)}`, { as: 'visitor' });
    expect((await receive(`${former}?`)).status).toBe(403);
    expect((await receive(former)).status).toBe(200);
    expect((await rotated.job(id)).revision?.status).toBe(10);
    await rotated.stop();
    expect((await site.ask('GET', `/ate/jobs/receive/1?t=${callbackToken({ secret: former }, 1)}`)).status).toBe(403);
  });

  it('is valid for one revision, and never for a cancelled one', async () => {
    const first = await site.made();
    await site.ask('POST', '/jobs/cancel', { body: [{ id: first.id, type: 'post' }] });
    const cancelled = await site.receive(first.jobId);
    expect([cancelled.status, cancelled.body.code]).toEqual([422, 'i18n_job_cancelled']);
    const second = await site.made();
    expect(second.id).toBe(first.id);
    expect((await site.receive(first.jobId)).body.code).toBe('i18n_job_cancelled');
    await site.receive(second.jobId);
    const third = await site.made();
    const late = await site.receive(second.jobId);
    expect([late.status, late.body.code]).toEqual([422, 'i18n_job_superseded']);
    expect((await site.job(third.id)).revision?.status).toBe(1);
  });

  it('reports an unknown job', async () => {
    const { status, body } = await site.receive(99_999_999);
    expect([status, body.code, body.data]).toEqual([422, 'i18n_job_missing', { status: 422, jobId: 99_999_999 }]);
  });

  it('is limited for each job', async () => {
    const { jobId } = await site.made();
    const statuses = [];
    for (let n = 0; n < 61; n++) statuses.push((await site.receive(jobId)).status);
    expect(statuses.slice(-2)).toEqual([200, 429]);
  });
});
