import { memoryEntries, systemTime } from '@almanac/messaging';
import { silentLog } from '../log.ts';
import { onceLeased, startLeasedWork } from './leasedWork.ts';

const ports = { entries: memoryEntries(), log: silentLog };
const signal = new AbortController().signal;

describe('leased work', () => {
  it('is started by one replica after another if it is done once in each', async () => {
    const done: string[] = [];
    const start = (holder: string) =>
      onceLeased({ name: 'start/spec', ports, holder, signal }, async () => {
        done.push(`${holder} begins`);
        await systemTime.sleep(20);
        done.push(`${holder} ends`);
      });
    await Promise.all([start('one'), start('two')]);
    const [first = ''] = done;
    const order = first.startsWith('one') ? ['one', 'two'] : ['two', 'one'];
    expect(done).toEqual(order.flatMap((holder) => [`${holder} begins`, `${holder} ends`]));
  });

  it('is retried if it failed', async () => {
    let tries = 0;
    await onceLeased({ name: 'start/again', ports, holder: 'one', signal }, async () => {
      tries++;
      if (tries === 1) throw new Error('the store is away');
    });
    expect(tries).toBe(2);
  });

  it('goes on until it is stopped, and gives its lease back', async () => {
    let rounds = 0;
    const work = startLeasedWork({ name: 'spec', ports, holder: 'one', rest: 1 }, async () => {
      rounds++;
    });
    while (rounds < 3) await systemTime.sleep(5);
    await work.stop();
    expect((await ports.entries.list('lease', { prefix: 'spec#' }))[0]).toMatchObject({ body: { released: true } });
    expect(work.failure()).toBeUndefined();
  });

  it('ends for good if the log was replaced', async () => {
    const contradicted = Object.assign(new Error('the log ends before'), { code: 'log-contradicted' });
    const work = startLeasedWork({ name: 'ended', ports, holder: 'one', rest: 1 }, () => Promise.reject(contradicted));
    while (work.failure() === undefined) await systemTime.sleep(5);
    expect(work.failure()).toBe(contradicted);
    await work.stop();
  });
});
