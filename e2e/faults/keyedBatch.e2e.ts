import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SiteProcess, startSite } from '../site.ts';

const ROUNDS = 2;

interface Entry {
  readonly status: number;
  readonly body: { readonly id: number; readonly title: { readonly raw: string } };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const batchOf = (round: number) => {
  const requests = Array.from({ length: 25 }, (_, index) => ({
    path: '/core/v2/posts',
    body: { title: `Round ${round} item ${index}`, status: 'publish' },
  }));
  return { as: 'admin', headers: { 'idempotency-key': randomUUID() }, body: { requests } };
};

type Batch = ReturnType<typeof batchOf>;

const send = (site: SiteProcess, batch: Batch) => site.request<{ responses: Entry[] }>('POST', '/batch/v1', batch);

/** Sends the batch until it is answered; a killed try counts as running for a few seconds. */
const repeat = async (site: SiteProcess, batch: Batch) => {
  for (let tries = 0; ; tries++) {
    const answer = await send(site, batch);
    if (answer.status !== 409 || tries === 80) return answer;
    await pause(100);
  }
};

/** Returns the ids of the posts that a round has created. */
const listed = async (site: SiteProcess, round: number): Promise<number[]> => {
  const { body } = await site.request<Entry['body'][]>('GET', `/core/v2/posts?per_page=100&search="Round ${round}"`);
  return body.map(({ id }) => id);
};

describe('a batch with Idempotency-Key whose process is killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-keyed-batch-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is carried out once, and answered, when it is sent again', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const batch = batchOf(round);
      const dying = await startSite({ DATA: folder });
      const lost = send(dying, batch).catch(() => undefined);
      while ((await listed(dying, round)).length <= round * 4) await pause(1);
      await dying.stop('SIGKILL');
      await lost;

      const site = await startSite({ DATA: folder });
      const first = await repeat(site, batch);
      const again = await repeat(site, batch);
      const ids = await listed(site, round);
      await site.stop();
      expect(first.status).toBe(207);
      expect(again.body).toEqual(first.body);
      expect(first.body.responses.map(({ status }) => status)).toEqual(batch.body.requests.map(() => 201));
      const titles = batch.body.requests.map(({ body }) => body.title);
      expect(first.body.responses.map(({ body }) => body.title.raw)).toEqual(titles);
      expect(first.body.responses.map(({ body }) => body.id).toSorted()).toEqual(ids.toSorted());
    }
  });
});
