import { type AskedSite, applicationPassword, basic, startAsked } from './askedSite.contract.ts';

const IMPORTS = '/en/json/cal/event-import/v1/import';

describe('an import that an outside service pushes', () => {
  let s: AskedSite;
  beforeAll(async () => {
    s = await startAsked();
  });
  afterAll(() => s.running.stop());

  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const answer = await fetch(s.origin + path, { ...sent, body: JSON.stringify(body) });
    // biome-ignore lint/suspicious/noExplicitAny: specs look into whatever was answered
    return { status: answer.status, body: (await answer.json()) as any };
  };

  it('may send larger batches than visitors elsewhere', async () => {
    const administrator = basic('administrator', applicationPassword('administrator'));
    const started = await post(IMPORTS, { origin: 'feed' }, administrator);
    const event = {
      uid: 'a',
      title: 'Fair',
      start_date: '2033-05-01',
      end_date: '2033-05-01',
      all_day: true,
      description: 'word '.repeat(80_000),
    };
    const status = { data: { total: 1, done: 0 }, batch: { total: 1, done: 0 } };
    const batch = { batch_hash: started.body.batch_hash, percentage_complete: 100, status, events: [event] };
    const taken = await post(`${IMPORTS}/${started.body.import_id}/batch`, batch);
    expect([taken.status, taken.body.activity?.cal_events.created.length]).toEqual([200, 1]);
    expect((await post('/en/json/cal/events/v1/events', event)).status).toBe(413);
    const endless = { ...batch, events: [{ ...event, description: 'word '.repeat(1_800_000) }] };
    expect((await post(`${IMPORTS}/${started.body.import_id}/batch`, endless)).status).toBe(413);
  });
});
