import { type CheckedSite, checkedSite } from './checkedSite.contract.ts';

let site: CheckedSite;
beforeEach(async () => {
  site = await checkedSite();
});
afterEach(() => site.stop());

const namespace = 'cal/event-import/v1';

interface StartedImport {
  readonly import_id: string;
  readonly batch_hash: string;
}

const started = async (): Promise<StartedImport> =>
  (await site.ask('administrator', 'POST', '/import', { namespace, body: { origin: 'feed' } })).body;

const push = (id: string, what: 'batch' | 'state', body: object) =>
  site.ask('visitor', 'POST', `/import/${id}/${what}`, { namespace, body });

const items = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    title: `Item ${n}`,
    start_date: '2031-02-01',
    end_date: '2031-02-01',
    uid: `u-${n}-${count}`,
    start_hour: '10',
    start_minute: '00',
    end_hour: '11',
    end_minute: '00',
    timezone: 'UTC',
  }));

const batch = (hash: string, data: [number, number], batches: [number, number], events: object[]) => ({
  batch_hash: hash,
  percentage_complete: 40,
  status: { data: { total: data[0], done: data[1] }, batch: { total: batches[0], done: batches[1] } },
  events,
});

const state = (hash: string, status: string) => ({
  batch_hash: hash,
  status,
  message: 'Said',
  message_slug: 'said',
  percentage_complete: 70,
});

const read = async (id: string) => (await site.ask('administrator', 'GET', `/import/${id}`, { namespace })).body;

describe('lines 431–443: imports', () => {
  it('431–434: refuses who has no waiting import, or not its hash', async () => {
    const { import_id: id, batch_hash: hash } = await started();
    expect((await push('0000', 'batch', batch(hash, [9, 0], [3, 0], []))).status).toBe(400);
    const { batch_hash: _, ...without } = batch(hash, [9, 0], [3, 0], []);
    expect((await push(id, 'batch', without)).status).toBe(400);
    expect((await push(id, 'batch', batch('wrong', [9, 0], [3, 0], []))).status).toBe(400);
    for (const status of ['success', 'failed']) {
      const ended = await started();
      await push(ended.import_id, 'state', state(ended.batch_hash, status));
      const late = await push(ended.import_id, 'batch', batch(ended.batch_hash, [9, 0], [3, 0], []));
      expect([status, late.status]).toEqual([status, 400]);
    }
  });

  it('435–437: takes three batches of three', async () => {
    const { import_id: id, batch_hash } = await started();
    let hash = batch_hash;
    for (const done of [0, 1, 2]) {
      const events = items(3).map((item) => ({ ...item, uid: `${item.uid}-${done}` }));
      const { status, body } = await push(id, 'batch', batch(hash, [9, 3 * done], [3, done], events));
      expect([status, body.status, body.interval]).toEqual([200, 'success', 10]);
      expect(body.activity.cal_events.created).toHaveLength(3);
      expect(typeof body.next_batch_hash).toBe(done === 2 ? 'undefined' : 'string');
      expect(body.next_batch_hash).not.toBe(hash);
      hash = body.next_batch_hash;
      expect(await read(id)).toMatchObject({
        status: done === 2 ? 'success' : 'pending',
        percentage_complete: 40,
        total_events: 9,
      });
    }
    expect(await site.ids('/events?per_page=20')).toHaveLength(9);
  });

  it('439, 443: sets states, and keeps the hash of what waits', async () => {
    for (const status of ['success', 'failed', 'pending']) {
      const { import_id: id, batch_hash: hash } = await started();
      const answer = await push(id, 'state', state(hash, status));
      expect([answer.status, answer.body]).toEqual([200, { status: 'success' }]);
      const errors = status === 'failed' ? [{ slug: 'said', message: 'Said' }] : [];
      expect(await read(id)).toMatchObject({ status, percentage_complete: 70, errors });
      expect((await push(id, 'state', state(hash, 'success'))).status).toBe(status === 'pending' ? 200 : 400);
    }
  });

  it('440–442: refuses other states, and other hashes', async () => {
    const { import_id: id, batch_hash: hash } = await started();
    for (const status of ['draft', 'schedule', 'unknown', '']) {
      expect([status, (await push(id, 'state', state(hash, status))).status]).toEqual([status, 400]);
    }
    expect((await push(id, 'state', state('wrong', 'failed'))).status).toBe(400);
    const { batch_hash: _, ...without } = state(hash, 'failed');
    expect((await push(id, 'state', without)).status).toBe(400);
    expect(await read(id)).toMatchObject({ status: 'pending', errors: [] });
  });
});
