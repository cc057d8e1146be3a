import { fold } from '@almanac/event-sourcing';
import { given, recorded } from '@almanac/event-sourcing/testing';
import { isDomainError } from '@almanac/i18n';
import { jobDecider } from './job.ts';
import type { JobCommand } from './jobCommands.ts';
import type { JobEvent } from './jobEvents.ts';
import type { Job } from './jobState.ts';
import { finished, jobsAt, sent, sentJob, written } from './jobs.contract.ts';

const stateOf = (events: readonly JobEvent[]): Job => fold(jobDecider, recorded('job-1', events));

/** Returns the types of a command's events, or the code of its refusal. */
const outcome = (events: readonly JobEvent[], command: JobCommand): string => {
  try {
    return (
      jobDecider
        .decide(stateOf(events), command)
        .map(({ type }) => type)
        .join() || 'nothing'
    );
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const { attempted } = error.data;
    return attempted === undefined ? error.code : `409 ${attempted}`;
  }
};

const finish = { hash: 'H', by: 3, review: null, delivery: null } as const;
const delivered = { ...finish, by: 0, delivery: 'D' };
const commands = {
  send: { type: 'Send', job: { ...sentJob, job_id: 102 } },
  assign: { type: 'Assign', jobId: 101, translator: 4 },
  save: { type: 'Save', jobId: 101, finished: 1, translator: 3 },
  complete: { type: 'Finish', jobId: 101, finish },
  deliver: { type: 'Finish', jobId: 101, finish: delivered },
  write: { type: 'Written', version: { job_id: 101, hash: 'H', version: 8, path: null, held: false } },
  refuse: { type: 'Refused', jobId: 101, hash: 'H', code: 'i18n_source_gone', gone: false },
  cancel: { type: 'Cancel' },
  lose: { type: 'LoseSource' },
  review: { type: 'OpenReview', jobId: 101, by: 1 },
  link: { type: 'LinkRemote', jobId: 101, editorJobId: 5 },
  observe: { type: 'ObserveRemote', jobId: 101, state: { status: '1', error: null } },
  fail: { type: 'FailRemote', jobId: 101, error: 'away', due: null },
  cancelledThere: { type: 'CancelledThere', jobId: 101 },
  accept: { type: 'AcceptAtAgency', jobId: 101, tpId: 9 },
  ready: { type: 'ReadyAtAgency', jobId: 101 },
} as const satisfies Readonly<Record<string, JobCommand>>;

const OPEN = 'i18n_job_open';
const GONE = 'i18n_job_cancelled';
const no = 'nothing';

/** The table of docs/interface/translation-jobs.md §3: one row per command, one column per status. */
const columns = ['1', '2', '2, with its owner', '10', '0', '4', '40', '42', '102'];
const table: Readonly<Record<keyof typeof commands, readonly string[]>> = {
  send: [OPEN, OPEN, OPEN, 'JobSent', 'JobSent', OPEN, OPEN, 'JobSent', OPEN],
  assign: ['JobAssigned', 'JobAssigned', ...Array(2).fill('409 assign'), GONE, ...Array(4).fill('409 assign')],
  save: ['JobSaved', 'JobSaved', ...Array(2).fill('409 save'), GONE, ...Array(4).fill('409 save')],
  complete: ['JobFinished', 'JobFinished', ...Array(2).fill('409 complete'), GONE, ...Array(4).fill('409 complete')],
  deliver: [
    'JobFinished',
    'JobFinished',
    '409 complete',
    '409 complete',
    GONE,
    'JobFinished',
    ...Array(3).fill('409 complete'),
  ],
  write: [no, no, 'TranslationWritten', no, no, no, no, no, no],
  refuse: [no, no, 'TranslationRefused', no, no, no, no, no, no],
  cancel: ['JobCancelled', 'JobCancelled', no, no, no, 'JobCancelled', 'JobCancelled', no, 'JobCancelled'],
  lose: ['JobCancelled', 'JobCancelled', 'JobCancelled', no, no, 'JobCancelled', 'JobCancelled', no, 'JobCancelled'],
  review: [...Array(4).fill('409 review'), GONE, ...Array(4).fill('409 review')],
  link: [
    'RemoteLinked',
    'RemoteLinked',
    '409 store',
    '409 store',
    GONE,
    '409 store',
    'RemoteLinked',
    ...Array(2).fill('409 store'),
  ],
  observe: ['RemoteObserved', 'RemoteObserved', no, no, GONE, 'RemoteObserved', 'RemoteObserved', no, 'RemoteObserved'],
  fail: ['RemoteFailed', no, no, no, GONE, no, 'RemoteFailed', no, no],
  cancelledThere: [
    'RemoteCancelled',
    'RemoteCancelled',
    no,
    no,
    GONE,
    'JobCancelled',
    'RemoteCancelled',
    no,
    'JobCancelled',
  ],
  accept: [no, no, no, no, GONE, no, no, no, 'AgencyAccepted'],
  ready: [no, no, no, no, GONE, no, no, no, 'AgencyReady'],
};

describe('the decision table of a job', () => {
  const cells = Object.entries(table).flatMap(([name, row]) =>
    row.map((expected, index) => [name, columns[index], expected] as const),
  );

  it('has a cell for each command at each status', () => {
    expect(Object.values(table).every((row) => row.length === columns.length)).toBe(true);
    expect(columns.map((at) => stateOf(jobsAt[at] ?? []).revision?.status)).toEqual([1, 2, 2, 10, 0, 4, 40, 42, 102]);
  });

  it.each(cells)('decides %s at %s: %s', (name, at, expected) => {
    expect(outcome(jobsAt[at as string] ?? [], commands[name as keyof typeof commands])).toBe(expected);
  });
});

describe('the decisions on a job', () => {
  it('remember past revisions', () => {
    const again = [...(jobsAt['10'] ?? []), sent({ job_id: 102 })];
    expect(outcome(again, commands.save)).toBe('i18n_job_superseded');
    expect(outcome([...again, { type: 'JobCancelled', data: { job_id: 102, because: 'asked' } }], commands.save)).toBe(
      '409 save',
    );
    expect(outcome([], commands.save)).toBe('i18n_job_not_found');
  });

  it('restore the state before a send', () => {
    const before = stateOf([...(jobsAt['10'] ?? []), changed('h-other')]).revision;
    expect(before).toMatchObject({ status: 10, needs_update: true });
    const events = [...(jobsAt['10'] ?? []), changed('h-other'), sent({ job_id: 102, source_version: 4 })];
    const cancelled: JobEvent = { type: 'JobCancelled', data: { job_id: 102, because: 'asked' } };
    given(jobDecider, events).when({ type: 'Cancel' }).then([cancelled]);
    expect(stateOf([...events, cancelled])).toMatchObject({ revision: before, before: null, listed: true });
    expect(stateOf(jobsAt['0'] ?? [])).toMatchObject({ listed: false, cancelled: [101] });
  });

  it('apply a delivery once', () => {
    const events = [sent({ channel: 'ate' }), finished({ delivery: 'D' })];
    expect(outcome(events, commands.deliver)).toBe(no);
    expect(outcome([...events, written()], commands.deliver)).toBe(no);
    expect(outcome(events, { ...commands.deliver, finish: { ...delivered, delivery: 'E' } })).toBe('409 complete');
  });

  it('send automatic translations to review', () => {
    const events = [sent({ automatic: true }), finished({ review: 'hold' }), written({ held: true })];
    const accept = { type: 'AcceptReview', jobId: 101, by: 1 } as const;
    const opened: JobEvent = { type: 'ReviewOpened', data: { by: 1 } };
    const held = { job: 1, jobId: 101, hash: 'H', source: sentJob.element, language: 'fr-ca', id: 8 };
    const accepted: JobEvent = { type: 'ReviewAccepted', data: { by: 1, held } };
    expect(stateOf(events).revision?.review).toBe('NEEDS_REVIEW');
    given(jobDecider, events).when(commands.review).then([opened]);
    given(jobDecider, [...events, opened])
      .when(commands.review)
      .then([]);
    given(jobDecider, [...events, opened])
      .when(accept)
      .then([accepted]);
    given(jobDecider, events).when(accept).then([accepted]);
    given(jobDecider, [...events, accepted])
      .when(accept)
      .then([]);
    expect(outcome([...events, accepted], commands.review)).toBe('409 review');
    given(jobDecider, [sent(), finished({ review: 'publish' }), written()])
      .when(accept)
      .then([{ type: 'ReviewAccepted', data: { by: 1, held: null } }]);
    expect(stateOf([sent(), finished({ review: 'none' }), written()]).revision?.review).toBeNull();
  });

  it('free a job of a removed translator, and leave others', () => {
    const free = (translator: number): JobCommand => ({ type: 'FreeOf', translator });
    given(jobDecider, [sent()])
      .when(free(3))
      .then([{ type: 'JobAssigned', data: { translator: 0 } }]);
    given(jobDecider, [sent()]).when(free(4)).then([]);
    given(jobDecider, jobsAt['10']).when(free(3)).then([]);
  });

  it('free a job that its owner writes, which a refusal would return to a removed translator', () => {
    const freed: JobEvent = { type: 'JobAssigned', data: { translator: 0 } };
    const withOwner = jobsAt['2, with its owner'] ?? [];
    given(jobDecider, withOwner).when({ type: 'FreeOf', translator: 3 }).then([freed]);
    const refused: JobEvent = { type: 'TranslationRefused', data: { job_id: 101, code: 'term_exists' } };
    expect(stateOf([...withOwner, freed, refused]).revision).toMatchObject({ status: 2, writing: null, translator: 0 });
    expect(stateOf([...withOwner, freed, written()]).revision?.status).toBe(10);
  });

  it('ignore owners’ answers to a missing job, or to another revision', () => {
    const { write, refuse } = commands;
    expect([outcome([], write), outcome([], refuse)]).toEqual([no, no]);
    const earlier = { ...write, version: { ...write.version, job_id: 100 } };
    const withOwner = jobsAt['2, with its owner'] ?? [];
    expect([outcome(withOwner, earlier), outcome(withOwner, { ...refuse, jobId: 100 })]).toEqual([no, no]);
  });

  it('keep a link when another user’s request for it fails later', () => {
    const linked: JobEvent = { type: 'RemoteLinked', data: { editor_job_id: 5 } };
    given(jobDecider, [sent({ channel: 'ate' }), linked])
      .when(commands.fail)
      .then([]);
  });

  it('reverse an existing link once it counts as failed, as in older logs', () => {
    const linked: JobEvent = { type: 'RemoteLinked', data: { editor_job_id: 5 } };
    const failed: JobEvent = { type: 'RemoteFailed', data: { attempts: 1, error: 'away', due: null } };
    const events = [sent({ channel: 'ate' }), linked, failed];
    given(jobDecider, events).when(commands.link).then([linked]);
    expect(stateOf([...events, linked]).revision).toMatchObject({ status: 1, editor_job_id: 5 });
    given(jobDecider, [...events, linked])
      .when(commands.link)
      .then([]);
  });

  it('cancel a job at its owner when the source is deleted', () => {
    given(jobDecider, jobsAt['2, with its owner'])
      .when({ ...commands.refuse, gone: true })
      .then([{ type: 'JobCancelled', data: { job_id: 101, because: 'source-gone' } }]);
  });
});

const changed = (hash: string | null, more: object = {}): JobEvent => ({
  type: 'SourceChanged',
  data: { source_version: 4, hashes: { title: hash }, minor: false, ...more },
});

describe('a changed source', () => {
  const flagged = (...events: readonly JobEvent[]) => stateOf([sent(), ...events]).revision?.needs_update;

  it('flags a job until its text is again the sent one', () => {
    expect(flagged(changed('h-other'))).toBe(true);
    expect(flagged(changed(null))).toBe(true);
    expect(flagged(changed('h-other'), changed('h-title', { source_version: 5 }))).toBe(false);
    expect(flagged({ type: 'SourceChanged', data: { source_version: 4, title: 'Fair', minor: false } })).toBe(false);
  });

  it('keeps the flag of an open job that is finished, and a newer one clears it', () => {
    expect(flagged(changed('h-other'), finished(), written())).toBe(true);
    const again = sent({ job_id: 102, source_version: 4, hashes: { title: 'h-other', body: 'h-body' } });
    expect(flagged(finished(), written(), changed('h-other'), again)).toBe(false);
  });

  it('moves the base of comparison if the edit is minor', () => {
    const minor = changed('h-other', { minor: true });
    expect(flagged(minor)).toBe(false);
    expect(flagged(minor, changed('h-title', { source_version: 5 }))).toBe(true);
  });

  it('is noted once, and never by an older version', () => {
    const note = (version: number, hash: string): JobCommand => ({
      type: 'NoteSource',
      change: { source_version: version, hashes: { title: hash }, minor: false },
    });
    expect(outcome([sent()], note(4, 'h-other'))).toBe('SourceChanged');
    expect(outcome([sent()], note(4, 'h-title'))).toBe(no);
    expect(outcome([sent()], note(3, 'h-other'))).toBe(no);
    expect(outcome([sent(), changed('h-other')], note(4, 'h-other'))).toBe(no);
    expect(outcome([], note(4, 'h-other'))).toBe(no);
  });

  it('restores its flag with a cancellation', () => {
    const events = [...(jobsAt['10'] ?? []), sent({ job_id: 102 }), changed('h-other')];
    const [cancelled] = jobDecider.decide(stateOf(events), { type: 'Cancel' });
    expect(stateOf([...events, cancelled as JobEvent]).revision).toMatchObject({ status: 10, needs_update: true });
  });
});
