import { languageRecord } from '@almanac/i18n';
import { identityOf, type UnitState, writeXliff, type XliffUnit, type XliffVersion } from '@almanac/xliff';
import type { FoundJob } from '../jobs/jobAccess.ts';
import { finishedUnits, type Unit } from '../jobs/units.ts';
import { digestOf, unitTexts } from '../jobs/unitTexts.ts';
import type { Translation } from '../translation.ts';

/** The content of a job's file, independent of the version of XLIFF. */
export interface JobFile {
  readonly original: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly units: readonly XliffUnit[];
}

/** Returns the origin of a text. A text equal to its remembered one counts as a suggestion. */
const stateOf = ({ key, target, finished }: Unit, before: Unit | undefined): UnitState => {
  if (target === '') return 'initial';
  if (!finished) return before === undefined ? 'tm-suggestion' : 'leveraged-tm';
  const same = before?.key === key && digestOf(before.target) === digestOf(target);
  return same ? 'tm-suggestion' : 'translated';
};

/** Returns a revision with its texts; texts from the memory are marked (docs/interface/translation-jobs.md §5). */
export const jobFile = async (translation: Translation, found: FoundJob): Promise<JobFile> => {
  const { job, revision, units } = found;
  const texts = unitTexts(translation);
  const [before, sources, targets] = await Promise.all([
    job.before === null ? null : finishedUnits(translation.documents, [job.before.job_id]),
    texts.read(units.units.map(({ source }) => source)),
    texts.read(units.units.map(({ target }) => target)),
  ]);
  return {
    original: identityOf(translation.secret, { id: job.id, jobId: revision.job_id }),
    sourceLanguage: languageRecord(revision.source).tag,
    targetLanguage: languageRecord(revision.target).tag,
    units: units.units.map((unit, index) => ({
      id: unit.id,
      source: sources[index] ?? '',
      target: targets[index] ?? '',
      state: stateOf(unit, before?.get(job.before?.job_id ?? 0)?.get(unit.id)),
      notes: [],
    })),
  };
};

/** Returns the file that an outside service receives: XLIFF 1.2, without an address of the source. */
export const writtenJob = async (translation: Translation, found: FoundJob): Promise<string> =>
  writtenFile(await jobFile(translation, found), '1.2', '');

/** @param address the public address of the source; "" for none */
export const writtenFile = (file: JobFile, version: XliffVersion, address: string): string =>
  writeXliff(version, { ...file, reference: address });
