import type { CommandContext, Commands, VersionCondition } from '@almanac/event-sourcing';
import { can, type Principal, userId } from '@almanac/identity';
import { type Invalid, invalid, invalidParams, readMap } from '@almanac/rest';
import { translationErrors } from '../errors.ts';
import type { Translation } from '../translation.ts';
import { hashOfUnits } from './finishing.ts';
import { jobDecider, requireOpenRevision } from './job.ts';
import { status } from './statuses.ts';
import { finishedOf, type SavedUnit, type Units, unitsDecider } from './units.ts';
import { unitTexts } from './unitTexts.ts';

export type SentTexts = ReadonlyMap<string, string>;

/** Reads `{units: {id: text}}`. A blank text is stored as an empty one and leaves the unit untranslated. */
export const readTexts = (value: unknown): SentTexts | Invalid => {
  const map = readMap(value);
  if (map === undefined) return invalid('{name} is no object.');
  const texts = Object.entries(map);
  if (!texts.every(isText)) return invalid('{name} contains a value that is not text.');
  return new Map(texts.map(([id, text]) => [id, text.trim() === '' ? '' : text]));
};

const isText = (member: readonly [string, unknown]): member is [string, string] => typeof member[1] === 'string';

export interface Saving {
  readonly commands: Commands;
  readonly context: CommandContext;
  readonly principal: Principal;
  readonly jobId: number;
  readonly texts: SentTexts;
  readonly complete: boolean;
  readonly ifMatch?: VersionCondition | undefined;
}

/**
 * Saves a person's translations and, if requested, finishes the job; all of it or nothing.
 * @throws DomainError 400 for an unknown unit, 409, 422 for an incomplete job
 */
export const saveUnits = async (translation: Translation, saving: Saving): Promise<void> => {
  const { jobId, texts, complete, principal } = saving;
  const saved = await keptUnits(translation, texts);
  const by = userId(principal);
  await saving.commands.run(
    saving.context,
    async (unit) => {
      const before = await unit.load(unitsDecider, jobId);
      await unit.expectVersion(jobDecider, before.job, saving.ifMatch);
      const job = await unit.load(jobDecider, before.job);
      const revision = requireOpenRevision(job, jobId, complete ? 'complete' : 'save');
      requireKnown(before, texts);
      if (complete && revision.element_status === 'trash') throw translationErrors.sourceGone();
      const filtered = !can(principal, 'unfiltered_html');
      const { units, version } = await unit.decide(
        unitsDecider,
        jobId,
        { type: 'SaveUnits', saved, filtered },
        undefined,
      );
      const open = units.filter(({ finished }) => !finished);
      if (complete && open.length > 0)
        throw translationErrors.incompleteJob({ data: { units: open.map(({ id }) => id) } });
      const translator = revision.translator || by;
      if (version > before.version || revision.status === status.waiting || translator !== revision.translator) {
        const save = { type: 'Save', jobId, finished: finishedOf(units), translator } as const;
        await unit.decide(jobDecider, job.id, save, undefined);
      }
      const finish = { hash: hashOfUnits(units), by, review: null, delivery: null };
      if (complete) await unit.decide(jobDecider, job.id, { type: 'Finish', jobId, finish }, undefined);
    },
    { mutexKeys: [`jobunits-${jobId}`] },
  );
};

const keptUnits = async (translation: Translation, texts: SentTexts): Promise<SavedUnit[]> => {
  const targets = await unitTexts(translation).keep([...texts.values()]);
  return [...texts.keys()].map((id, index) => ({ id, target: targets[index] ?? '' }));
};

const requireKnown = ({ units }: Units, texts: SentTexts): void => {
  const known = new Set(units.map(({ id }) => id));
  if (![...texts.keys()].every((id) => known.has(id)))
    throw invalidParams({ units: '{name} names a unit that the job has not.' });
};
