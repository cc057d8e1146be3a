import { languages } from '@almanac/i18n';
import { identityOf, type UnitState, writeXliff, type XliffDocument } from '@almanac/xliff';
import type { FoundJob } from '../jobs/jobAccess.ts';
import type { Unit } from '../jobs/units.ts';
import { unitTexts } from '../jobs/unitTexts.ts';
import type { Translation } from '../translation.ts';

/** A unit with its texts, wherever they are kept. */
export interface ReadUnit extends Pick<Unit, 'id' | 'finished'> {
  readonly source: string;
  readonly target: string;
}

/** The units of a job with their texts. */
export const readUnits = async (translation: Translation, units: readonly Unit[]): Promise<ReadUnit[]> => {
  const texts = unitTexts(translation);
  const sources = await texts.read(units.map(({ source }) => source));
  const targets = await texts.read(units.map(({ target }) => target));
  return units.map(({ id, finished }, index) => ({
    ...{ id, finished, source: sources[index] ?? '', target: targets[index] ?? '' },
  }));
};

/** By what the file of a revision is recognised. */
export const originalOf = (
  { secret }: Pick<Translation, 'secret'>,
  { job, revision }: Pick<FoundJob, 'job' | 'revision'>,
) => identityOf(secret, { id: job.id, jobId: revision.job_id });

// what was finished before stays; what memory has is a suggestion
const stateOf = ({ finished, target }: ReadUnit): UnitState => {
  if (finished) return 'translated';
  return target === '' ? 'initial' : 'leveraged-tm';
};

/** The file with which a job goes to a service outside: XLIFF 1.2. */
export const jobXliff = async (translation: Translation, found: FoundJob): Promise<string> => {
  const { source, target } = found.revision;
  const units = await readUnits(translation, found.units.units);
  const document: XliffDocument = {
    original: originalOf(translation, found),
    sourceLanguage: languages[source].tag,
    targetLanguage: languages[target].tag,
    reference: '',
    units: units.map((unit) => ({
      id: unit.id,
      source: unit.source,
      target: unit.target,
      state: stateOf(unit),
      notes: [],
    })),
  };
  return writeXliff('1.2', document);
};
