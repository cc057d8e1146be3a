import type { JobEvent, SentJob } from './jobEvents.ts';

/** A post that is sent for translation into French, for specs. */
export const sentJob: SentJob = {
  job_id: 101,
  element: { type: 'post_post', id: 7 },
  group: 7,
  source: 'en',
  target: 'fr-ca',
  title: 'Harvest Fair',
  path: '/harvest-fair/',
  element_status: 'publish',
  source_version: 3,
  hashes: { title: 'h-title', body: 'h-body' },
  units: 2,
  finished: 0,
  channel: 'local',
  automatic: false,
  translator: 3,
  manager: 1,
  batch: { id: 11, name: 'Spring' },
  deadline: '2031-05-01',
};

export const sent = (more: Partial<SentJob> = {}): JobEvent => ({ type: 'JobSent', data: { ...sentJob, ...more } });

const finish = { hash: 'H', by: 3, review: null, delivery: null } as const;

export const finished = (more: object = {}): JobEvent => ({
  type: 'JobFinished',
  data: {
    ...finish,
    ...more,
    finished: { job: 1, jobId: 101, hash: 'H', source: sentJob.element, language: 'fr-ca' },
  },
});

export const written = (more: object = {}): JobEvent => ({
  type: 'TranslationWritten',
  data: { job_id: 101, hash: 'H', version: 8, path: '/fr-ca/foire/', held: false, ...more },
});

/** Jobs at each status, as the events that lead there. */
export const jobsAt: Readonly<Record<string, readonly JobEvent[]>> = {
  '1': [sent()],
  '2': [sent(), { type: 'JobSaved', data: { finished: 1, translator: 3 } }],
  '2, with its owner': [sent(), finished()],
  '10': [sent(), finished(), written()],
  '0': [sent(), { type: 'JobCancelled', data: { job_id: 101, because: 'asked' } }],
  '4': [sent({ channel: 'tp' }), { type: 'AgencyReady', data: { job_id: 101 } }],
  '40': [
    sent({ channel: 'ate' }),
    { type: 'RemoteFailed', data: { attempts: 1, error: 'away', due: '2031-01-01T00:01:00.000Z' } },
  ],
  '42': [sent({ channel: 'ate' }), { type: 'RemoteCancelled', data: { job_id: 101 } }],
  '102': [sent({ channel: 'tp' })],
};
