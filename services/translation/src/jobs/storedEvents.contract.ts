import type { TestService } from '../testing.contract.ts';
import { batchDecider } from './batch.ts';
import { jobDecider } from './job.ts';
import type { JobCommand } from './jobCommands.ts';
import { sentJob } from './jobs.contract.ts';
import { unitsDecider } from './units.ts';

const context = { principal: 'system', language: 'en', correlation: 'spec', causation: 'spec' } as const;

const finish = { hash: 'H', by: 3, review: 'hold', delivery: 'D' } as const;
const source = { title: 'Fair', path: '/fair/', element_status: 'draft', hashes: { title: 'h', body: null } } as const;

const ofAJob: readonly JobCommand[] = [
  { type: 'Send', job: sentJob },
  { type: 'Assign', jobId: 101, translator: 4 },
  { type: 'Save', jobId: 101, finished: 1, translator: 3 },
  { type: 'Finish', jobId: 101, finish: { ...finish, delivery: null } },
  { type: 'Refused', jobId: 101, hash: 'H', code: 'i18n_source_gone', gone: false },
  { type: 'Finish', jobId: 101, finish },
  { type: 'Written', version: { job_id: 101, hash: 'H', version: 8, path: '/fr-ca/fair/', held: true } },
  { type: 'NoteSource', change: { ...source, source_version: 4, minor: false } },
  { type: 'NoteVersion', path: null },
  { type: 'OpenReview', jobId: 101, by: 1 },
  { type: 'AcceptReview', jobId: 101, by: 1 },
  { type: 'Send', job: { ...sentJob, job_id: 102 } },
  { type: 'Cancel' },
];

const ofARemoteJob: readonly JobCommand[] = [
  { type: 'Send', job: { ...sentJob, target: 'es-us', channel: 'ate' } },
  { type: 'FailRemote', jobId: 101, error: 'away', due: '2031-01-01T12:01:00.000Z' },
  { type: 'LinkRemote', jobId: 101, editorJobId: 5 },
  { type: 'ObserveRemote', jobId: 101, state: { status: '31', error: 'CreditExhausted' } },
  { type: 'CancelledThere', jobId: 101 },
  { type: 'Send', job: { ...sentJob, target: 'es-us', channel: 'tp', job_id: 103 } },
  { type: 'AcceptAtAgency', jobId: 103, tpId: 9 },
  { type: 'ReadyAtAgency', jobId: 103 },
];

/** Makes every type of event of jobs, their texts and batches happen. */
export const everyEventOfJobs = async ({ translation: { commands } }: TestService): Promise<void> => {
  const pair = 'en/fr-ca';
  const units = [{ id: 'title', key: 'h-title', source: 'Fair', target: { hash: 'x' }, finished: true }];
  const batch = { name: 'Spring', deadline: '', channel: 'tp', automatic: false, jobs: [1, 2] } as const;
  await commands.run(context, async (unit) => {
    await unit.decide(batchDecider, 11, { type: 'SendBatch', batch }, undefined);
    await unit.decide(batchDecider, 11, { type: 'AcceptBatch', tpId: 9 }, undefined);
    await unit.decide(unitsDecider, 101, { type: 'OpenUnits', opened: { job: 1, pair, units } }, undefined);
    const saved = [{ id: 'title', target: 'Foire' }];
    await unit.decide(unitsDecider, 101, { type: 'SaveUnits', saved, filtered: true }, undefined);
    for (const command of ofAJob) await unit.decide(jobDecider, 1, command, undefined);
    for (const command of ofARemoteJob) await unit.decide(jobDecider, 2, command, undefined);
  });
};
