import { silentLog } from '@almanac/service';
import { writeXliff } from '@almanac/xliff';
import { type Database, openDatabase } from './database.ts';
import type { MachineText } from './machine.ts';
import { createWorker } from './worker.ts';

const file = writeXliff('1.2', {
  original: '7-abc',
  sourceLanguage: 'en',
  targetLanguage: 'fr-CA',
  reference: '',
  units: [
    { id: 'a', source: 'open', target: '', state: 'initial', notes: [] },
    { id: 'old', source: 'changed', target: 'of an older text', state: 'leveraged-tm', notes: [] },
    { id: 'b', source: 'done', target: 'from memory', state: 'translated', notes: [] },
  ],
});

let database: Database;
let told: number[];
beforeEach(() => {
  database = openDatabase(':memory:');
  told = [];
  database.run(
    `INSERT INTO jobs (id, key, title, source, target, status, updated, content) VALUES (1, 'k', 'A', 'en', 'fr-CA', 0, 0, ?)`,
    Buffer.from(file),
  );
});
afterEach(() => database.close());

const workerWith = (
  translate: MachineText['translate'],
  due: (id: number) => void = (id) => {
    told.push(id);
  },
) =>
  createWorker({
    database,
    machine: { translate },
    callbacks: { due },
    now: () => 5,
    log: silentLog,
  });

const job = () => database.row('SELECT status, unsolvable, result FROM jobs WHERE id = 1');

describe('the worker of the engine', () => {
  it('translates only open jobs, and reports them', async () => {
    const texts: string[] = [];
    const worker = workerWith(async (each) => {
      texts.push(...each);
      return each.map(() => 'made');
    });
    await worker.begin([1]);
    expect([texts, told, job()?.status]).toEqual([['open', 'changed'], [1], 6]);
    expect(job()?.result).toContain('from memory');
    expect(job()?.result).not.toContain('of an older text');
    await worker.stop();
  });

  it('repeats a job whose callback could not be sent, so that the site learns of it', async () => {
    const translate: MachineText['translate'] = async (texts) => texts.map(() => 'made');
    const due = () => {
      throw new Error('the process ends');
    };
    const worker = workerWith(translate, due);
    await worker.begin([1]);
    await worker.stop();
    expect([job()?.status, job()?.result]).toEqual([1, null]);
    const next = workerWith(translate);
    await next.begin([1]);
    expect([told, job()?.status]).toEqual([[1], 6]);
    await next.stop();
  });

  it('continues jobs of an earlier run', async () => {
    const stuck = workerWith(
      (_texts, _pair, signal) => new Promise((_, reject) => signal.addEventListener('abort', reject)),
    );
    stuck.resume();
    while (job()?.status !== 1) await new Promise((resolve) => setTimeout(resolve, 5));
    await stuck.stop();
    const worker = workerWith(async (each) => each);
    worker.resume();
    while (job()?.status !== 6) await new Promise((resolve) => setTimeout(resolve, 5));
    await worker.stop();
    expect(told).toEqual([1]);
  });

  it('retries texts that the machine did not translate', async () => {
    let tries = 0;
    const worker = workerWith(async (each) => {
      tries++;
      if (tries < 2) throw new Error('away');
      return each;
    });
    await worker.begin([1]);
    expect(job()).toMatchObject({ status: 1, unsolvable: 0 });
    while (job()?.status !== 6) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(tries).toBe(2);
    await worker.stop();
  });

  it('skips a job that was cancelled meanwhile', async () => {
    const worker = workerWith(async (each) => {
      database.run('UPDATE jobs SET status = 42');
      return each;
    });
    await worker.begin([1]);
    expect([job()?.status, job()?.result]).toEqual([42, null]);
    await worker.stop();
  });
});
