import type { AgencyJob, Job, NewJob } from '@almanac/engine/protocol';
import { readXliff, writeXliff } from '@almanac/xliff';
import { RemoteRefusalError } from '../remote/remoteRefusal.ts';
import type { Account, NewAgencyBatch, NewSite, RemoteServices } from '../remoteServices.ts';

/** A fake outside service under the control of a spec. */
export interface FakeServices extends RemoteServices {
  /** The jobs sent to the service, by their number there. */
  readonly made: Map<number, Pick<NewJob, 'key' | 'title' | 'content'> & { readonly callback?: string | null }>;
  /** The numbers of cancelled jobs. */
  readonly cancelled: number[];
  /** The registrations at the account. */
  readonly registered: NewSite[];
  /** The number of fetched files. */
  fetched: number;
  /** Runs before every answer; throws to simulate a failure. */
  before: (what: 'make' | 'jobs' | 'xliff' | 'agency') => void | Promise<void>;
  /** Returns the members of one job that differ from the default answer. */
  said: (id: number) => Partial<Job>;
  /** Returns the translated file for a sent one. */
  translated: (content: string) => string;
  agencyState: AgencyJob['state'];
}

/** Returns a file with every unit in capitals. */
export const translatedFile = (content: string, more: object = {}): string => {
  const file = readXliff(Buffer.from(content, 'base64'));
  const units = file.units.map((unit) => ({
    ...unit,
    state: 'translated' as const,
    target: unit.source.replace(/[^<>]+(?![^<]*>)/g, (text) => text.toUpperCase()),
  }));
  return writeXliff('1.2', { ...file, units, ...more });
};

export const fakeServices = (): FakeServices => {
  const numbers = new Map<string, number>();
  const batches = new Map<string, number>();
  const fake: FakeServices = {
    made: new Map(),
    cancelled: [],
    registered: [],
    fetched: 0,
    agencyState: 'waiting_translation',
    before: () => undefined,
    said: () => ({}),
    translated: (content) => translatedFile(content),
    covers: () => true,
    operationOf: () => undefined,
    pass: async () => ({ status: 200, contentType: 'application/json', body: Buffer.from('{}') }),
    account: {
      register: async (site: NewSite) => {
        fake.registered.push(site);
        return { site: 'S', secret: 'x'.repeat(32), shared: 'y'.repeat(32) };
      },
    } as Account,
    editor: {
      make: async (jobs) => {
        await fake.before('make');
        return { jobs: jobs.map((job) => ({ key: job.key, id: make(job) })), failed: [] };
      },
      cancel: async (ids) => void fake.cancelled.push(...ids),
      jobs: async (ids) => {
        await fake.before('jobs');
        return ids.filter((id) => fake.made.has(id)).map((id) => ({ ...saidOf(id), ...fake.said(id) }));
      },
      xliff: async (id) => fileOf(id, 'xliff'),
      addressOfXliff: (id) => `https://engine.test/v1/jobs/${id}/xliff`,
    },
    agency: {
      make: async (batch) => {
        await fake.before('agency');
        return { id: batchOf(batch), jobs: batch.jobs.map((job) => ({ key: job.key, id: make(job) })) };
      },
      refresh: async (ids) => agencyJobs(ids[0] ?? 0, [...fake.made.keys()]),
      jobs: async (ids) => agencyJobs(0, ids),
      xliff: async (id) => fileOf(id, 'agency'),
      cancel: async (ids) => void fake.cancelled.push(...ids),
    },
  };

  const make = (job: Pick<NewJob, 'key' | 'title' | 'content'>): number => {
    const number = numbers.get(job.key) ?? 9_001 + numbers.size;
    numbers.set(job.key, number);
    fake.made.set(number, job);
    return number;
  };
  const batchOf = ({ key }: NewAgencyBatch): number => {
    batches.set(key, batches.get(key) ?? 501 + batches.size);
    return batches.get(key) ?? 0;
  };
  const agencyJobs = (batch: number, ids: readonly number[]): AgencyJob[] =>
    ids.map((id) => ({ id, batch: batch || 501, state: fake.agencyState }));
  const saidOf = (id: number): Job => ({
    id,
    status: 6,
    status_name: 'translated',
    source_language: 'en',
    target_language: 'fr-CA',
    progress: 100,
    is_unsolvable: false,
    message: '',
    updated_at: '2031-01-01T12:00:00.000Z',
  });
  const fileOf = async (id: number, what: 'xliff' | 'agency'): Promise<Uint8Array> => {
    fake.fetched++;
    await fake.before(what);
    const job = fake.made.get(id);
    if (job === undefined) throw new RemoteRefusalError(404, 'There is no such job.');
    return Buffer.from(fake.translated(job.content));
  };
  return fake;
};
