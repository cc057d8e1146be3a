import { expectVerified } from '../expectVerified.ts';
import { killedSite, someMoment, turnsOfKills } from './killedSite.ts';

/** Number of events: 5,000 in the long form. */
const BATCHES = process.env.LONG === '1' ? 100 : 16;
const SIZE = 50;
const KILLS = process.env.LONG === '1' ? 8 : 3;

interface BatchAnswer {
  readonly activity: { readonly cal_events: { readonly created: number[]; readonly updated: number[] } };
  readonly next_batch_hash?: string;
}

const eventsOf = (batch: number) =>
  Array.from({ length: SIZE }, (_, index) => ({
    title: `Imported ${batch}/${index}`,
    uid: `${batch}-${index}`,
    start_date: '2031-05-01',
    start_hour: '10',
    end_date: '2031-05-01',
    end_hour: '11',
    venue: { venue: `Hall ${index % 7}` },
    categories: [`Kind ${index % 3}`],
  }));

const bodyOf = (batch: number, batch_hash: string) => ({
  batch_hash,
  status: { data: { total: BATCHES * SIZE, done: batch * SIZE }, batch: { total: BATCHES, done: batch } },
  percentage_complete: Math.round((100 * (batch + 1)) / BATCHES),
  events: eventsOf(batch),
});

describe('an import in batches, whose site is killed at any moment', () => {
  const killed = killedSite('imports');

  /** Sends a batch until it is accepted, as an outside service would; sends every fifth one twice at once. */
  const push = async (id: string, batch: number, hash: string): Promise<BatchAnswer> => {
    for (let tries = 0; tries < 30; tries++) {
      await killed.ready();
      const send = () =>
        killed.site.request<BatchAnswer>('POST', `/cal/event-import/v1/import/${id}/batch`, {
          body: bodyOf(batch, hash),
        });
      const both = batch % 5 === 0 ? [send(), send()] : [send()];
      const answers = (await Promise.all(both.map((each) => each.catch(() => undefined)))).filter(
        (answer) => answer !== undefined && answer.status < 500,
      );
      if (answers.length === 0) continue;
      for (const answer of answers) expect([answer?.status, answer?.body]).toEqual([200, answers[0]?.body]);
      return answers[0]?.body as BatchAnswer;
    }
    throw new Error('the site does not answer');
  };

  it('takes each event once, and its chain of hashes goes on', async () => {
    const started = await killed.site.request<{ import_id: string; batch_hash: string }>(
      'POST',
      '/cal/event-import/v1/import',
      { as: 'admin', body: { origin: 'feed' } },
    );
    const { import_id: id } = started.body;
    let hash: string | undefined = started.body.batch_hash;
    const created: number[] = [];
    const killedAt = turnsOfKills(KILLS, BATCHES);
    for (let batch = 0; batch < BATCHES; batch++) {
      const pushed = push(id, batch, hash ?? '');
      if (killedAt.has(batch)) {
        await someMoment(150);
        killed.kill();
      }
      const { activity, next_batch_hash } = await pushed;
      created.push(...activity.cal_events.created);
      expect(activity.cal_events.updated).toEqual([]);
      hash = next_batch_hash;
    }
    await killed.ready();
    expect(hash).toBeUndefined();
    expect(new Set(created).size).toBe(BATCHES * SIZE);
    const list = '/cal/events/v1/events?start_date=2031-01-01&end_date=2032-01-01';
    const events = (await killed.site.request<{ total: number }>('GET', list)).body.total;
    const venues = (await killed.site.request<{ total: number }>('GET', '/cal/events/v1/venues')).body.total;
    expect([events, venues]).toEqual([BATCHES * SIZE, 7]);
    const { body } = await killed.site.request('GET', `/cal/event-import/v1/import/${id}`, { as: 'admin' });
    expect(body).toMatchObject({ status: 'success', percentage_complete: 100, errors: [] });
  });

  it('leaves documents that equal the folds of their events', async () => {
    await killed.site.stop();
    expectVerified(killed.folder);
  });
});
