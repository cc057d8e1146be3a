import { languages } from '@almanac/i18n';
import { identityOf, type UnitState, writeXliff, type XliffUnit, type XliffVersion } from '@almanac/xliff';
import type { FoundJob } from '../jobs/jobAccess.ts';
import { finishedUnits, type Unit } from '../jobs/units.ts';
import { digestOf, unitTexts } from '../jobs/unitTexts.ts';
import type { Translation } from '../translation.ts';

/** What a file of a revision is, before a version of XLIFF is chosen. */
export interface JobFile {
  readonly original: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly units: readonly XliffUnit[];
}

/** Where a text is from: nobody has saved it in this revision if memory says the same. */
const stateOf = ({ key, target, finished }: Unit, before: Unit | undefined): UnitState => {
  if (target === '') return 'initial';
  if (!finished) return before === undefined ? 'tm-suggestion' : 'leveraged-tm';
  const same = before?.key === key && digestOf(before.target) === digestOf(target);
  return same ? 'tm-suggestion' : 'translated';
};

/** A revision with its texts, and what comes from memory marked (docs/interface/translation-jobs.md §5). */
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
    sourceLanguage: languages[revision.source].tag,
    targetLanguage: languages[revision.target].tag,
    units: units.units.map((unit, index) => ({
      id: unit.id,
      source: sources[index] ?? '',
      target: targets[index] ?? '',
      state: stateOf(unit, before?.get(job.before?.job_id ?? 0)?.get(unit.id)),
      notes: [],
    })),
  };
};

/** The file with which a job goes to a service outside: XLIFF 1.2, and nowhere to look. */
export const writtenJob = async (translation: Translation, found: FoundJob): Promise<string> =>
  writtenFile(await jobFile(translation, found), '1.2', '');

/** @param address where the source can be read; "" for nowhere */
export const writtenFile = (file: JobFile, version: XliffVersion, address: string): string =>
  writeXliff(version, { ...file, reference: address });
