import type { Element, SourceRecord } from '@almanac/contracts';
import type { CommandContext, Commands, UnitOfWork } from '@almanac/event-sourcing';
import { hasCode } from '@almanac/event-store';
import { isLanguage, type Language } from '@almanac/i18n';
import { invalidParams } from '@almanac/rest';
import { translationErrors } from '../errors.ts';
import { requireRemote } from '../remote/requireRemote.ts';
import type { Translation } from '../translation.ts';
import type { Rights } from '../translators/rights.ts';
import { requireTranslator } from './assigning.ts';
import { batchDecider, type SentBatch } from './batch.ts';
import { jobDecider, jobs } from './job.ts';
import type { Channel, SentJob } from './jobEvents.ts';
import { type Job, targetKey } from './jobState.ts';
import { noteMissedChanges } from './missedChanges.ts';
import { type NewUnit, openUnits } from './openUnits.ts';
import { MAX_JOBS } from './sentBatch.ts';
import { readSources } from './sources.ts';
import { isOpen } from './statuses.ts';
import { finishedOf, type Unit, unitsDecider } from './units.ts';
import { type StoredText, unitTexts } from './unitTexts.ts';

/** The limit of bytes of all texts in a commit; above it, texts are stored beside the log. */
const MAX_TEXT_LENGTH = 1_024 * 1_024;
/** The prefix of the once key of a target's first job. */
const ONCE = 'target/';

export interface AskedBatch {
  readonly elements: readonly Element[];
  readonly target_languages: readonly Language[];
  readonly name: string;
  readonly deadline: string;
  readonly translator_id: number;
  readonly channel: Channel;
  readonly automatic: boolean;
}

export interface Sending {
  readonly commands: Commands;
  readonly context: CommandContext;
  readonly rights: Rights;
}

/** One target of a batch. */
interface Target {
  readonly key: string;
  readonly source: SourceRecord;
  /** The language of the source. */
  readonly from: Language;
  readonly language: Language;
  /** The current job of the target, if it was sent before. */
  readonly job: Job | undefined;
}

/** A target with the data for its commit. */
interface NewJob {
  readonly id: number;
  readonly target: Target;
  readonly sent: SentJob;
  readonly units: readonly Unit[];
}

/**
 * Sends a batch as one commit or not at all.
 * @throws DomainError if the batch cannot be sent (docs/interface/translation-jobs.md §4)
 */
export const sendBatch = async (translation: Translation, asked: AskedBatch, sending: Sending): Promise<number> => {
  const targets = await targetsOf(translation, asked);
  await requireTranslator(translation, asked.translator_id, { rights: sending.rights, pairs: targets.map(pairOf) });
  if (targets.some(({ job }) => job?.revision && isOpen(job.revision.status))) throw translationErrors.openJob();
  if (targets.some(({ source }) => source.units.length === 0)) throw translationErrors.nothingToTranslate();
  if (asked.channel !== 'local') await requireRemote(translation);
  const id = await translation.numbers.next('records');
  const name = asked.name.trim() || `Batch ${id}`;
  const made = await newJobs(translation, targets, { asked, batch: { id, name }, manager: sending.rights.user });
  const { deadline, channel, automatic } = asked;
  const batch: SentBatch = { name, deadline, channel, automatic, jobs: made.map((job) => job.id) };
  try {
    await sending.commands.run(sending.context, (unit) => append(unit, id, { batch, made }), {
      mutexKeys: targets.map(({ key }) => `${ONCE}${key}`),
    });
  } catch (error) {
    // Another request has just sent one of the targets for the first time.
    if (isTargetTaken(error)) throw translationErrors.openJob();
    throw error;
  }
  await noteMissedChanges(translation, sending.context, made);
  return id;
};

const isTargetTaken = (error: unknown): boolean =>
  hasCode(error, 'key-taken') && 'key' in error && String(error.key).startsWith(`once/${ONCE}`);

const pairOf = ({ from, language }: Target): readonly [Language, Language] => [from, language];

const targetsOf = async (translation: Translation, asked: AskedBatch): Promise<Target[]> => {
  const languages = [...new Set(asked.target_languages)];
  if (asked.automatic && asked.channel !== 'ate')
    throw invalidParams({ automatic: 'Only jobs of the engine can be automatic.' });
  if (asked.elements.length * languages.length > MAX_JOBS)
    throw invalidParams({ target_languages: 'A batch has 500 jobs at most.' });
  const sources = await readSources(translation.fetchInternal, asked.elements);
  const pairs = sources.flatMap((source) => {
    if (source === null || source.status === 'trash' || !source.translatable)
      throw invalidParams({ elements: '{name} names what is not there, is in the trash, or is not translated.' });
    const { type, group, language: from } = source;
    if (!isLanguage(from)) throw new Error(`${type}/${source.id} is in no language of the site: ${from}`);
    if (languages.includes(from))
      throw invalidParams({ target_languages: '{name} names the language that an element has.' });
    return languages.map((language) => ({ source, from, language, key: targetKey(type, group, language) }));
  });
  if (new Set(pairs.map(({ key }) => key)).size < pairs.length) throw translationErrors.openJob();
  const known = await translation.documents.find<Job>(jobs, {
    filter: { field: 'target_key', in: pairs.map(({ key }) => key) },
  });
  const byKey = new Map(known.map((job) => [job.target_key, job]));
  return pairs.map((pair) => ({ ...pair, job: byKey.get(pair.key) }));
};

interface CreatedBatch {
  readonly asked: AskedBatch;
  readonly batch: SentJob['batch'];
  readonly manager: number;
}

const newJobs = async (translation: Translation, targets: readonly Target[], made: CreatedBatch): Promise<NewJob[]> => {
  const { documents, numbers } = translation;
  const opened = await openUnits(
    documents,
    targets.map((target) => ({ units: target.source.units, pair: pairOf(target).join('/'), job: target.job })),
  );
  const stored = await storedUnits(translation, opened);
  const jobsMade: NewJob[] = [];
  for (const [index, target] of targets.entries()) {
    const units = stored[index] ?? [];
    const id = target.job?.id ?? (await numbers.next('records'));
    const jobId = await numbers.next('records');
    jobsMade.push({ id, target, units, sent: sentJob(target, units, { ...made, jobId }) });
  }
  return jobsMade;
};

const sentJob = (
  { source, from, language }: Target,
  units: readonly Unit[],
  { asked, batch, manager, jobId }: CreatedBatch & { readonly jobId: number },
): SentJob => ({
  job_id: jobId,
  element: { type: source.type, id: source.id },
  group: source.group,
  source: from,
  target: language,
  title: source.title,
  path: source.path,
  element_status: source.status,
  source_version: source.version,
  hashes: Object.fromEntries(units.map(({ id, key }) => [id, key])),
  units: units.length,
  finished: finishedOf(units),
  channel: asked.channel,
  automatic: asked.automatic,
  translator: asked.translator_id,
  manager,
  batch,
  deadline: asked.deadline,
});

/** Returns the units with their texts in the form of events: inline, or as hashes. */
const storedUnits = async (translation: Translation, opened: readonly (readonly NewUnit[])[]): Promise<Unit[][]> => {
  const all = opened.flat();
  const bytes = all.reduce((sum, { source, target }) => sum + Buffer.byteLength(source) + inlineBytes(target), 0);
  const keepsAll = bytes > MAX_TEXT_LENGTH;
  const texts = unitTexts(translation);
  const sources = await texts.keep(
    all.map(({ source }) => source),
    keepsAll,
  );
  const targets = keepsAll ? await keptAgain(translation, all) : all.map(({ target }) => target);
  let next = 0;
  return opened.map((units) =>
    units.map((unit) => {
      const [source = '', target = ''] = [sources[next], targets[next]];
      next++;
      return { ...unit, source, target };
    }),
  );
};

const inlineBytes = (text: StoredText): number => (typeof text === 'string' ? Buffer.byteLength(text) : 0);

const keptAgain = async (translation: Translation, units: readonly NewUnit[]): Promise<StoredText[]> => {
  const texts = unitTexts(translation);
  return texts.keep(await texts.read(units.map(({ target }) => target)), true);
};

const append = async (
  unit: UnitOfWork,
  id: number,
  { batch, made }: { readonly batch: SentBatch; readonly made: readonly NewJob[] },
): Promise<void> => {
  await unit.decide(batchDecider, id, { type: 'SendBatch', batch }, undefined);
  for (const { id: job, target, sent, units } of made) {
    // A target has only one first job, ever.
    if (target.job === undefined) unit.once(`${ONCE}${target.key}`);
    await unit.decide(jobDecider, job, { type: 'Send', job: sent }, undefined);
    const opened = { job, pair: pairOf(target).join('/'), units };
    await unit.decide(unitsDecider, sent.job_id, { type: 'OpenUnits', opened }, undefined);
  }
};
