import {
  type AskedDate,
  type Clocks,
  changedFields,
  defaultsOf,
  exists,
  isEmpty,
  modifiedNow,
} from '@almanac/content-model';
import { toWallClock } from '@almanac/dates';
import type { Decider } from '@almanac/event-sourcing';
import { coreErrors } from '../errors.ts';
import { mergeMeta } from '../posts/meta/writtenMeta.ts';
import { type Medium, type MediumEvent, type MediumFields, type MediumFiles, medium } from './medium.ts';
import { mediumFields } from './mediumFields.ts';

/** Cleaned input for a medium. An absent member stays unchanged, or gets its default. */
export type MediumInput = Partial<Omit<MediumFields, 'date' | 'dateUtc'>> & { readonly date?: AskedDate };

/** Member of a medium that refers to a user, a post or another medium. */
export type MediumReference = 'author' | 'parent' | 'image';

export type MediumCommand =
  /** Creates a medium from files that are already stored. */
  | {
      readonly type: 'Upload';
      readonly id: number;
      readonly files: MediumFiles;
      readonly input: MediumInput & Pick<MediumFields, 'author' | 'title'>;
    }
  /** Changes only the given members; the files stay. */
  | { readonly type: 'Change'; readonly input: MediumInput }
  /** Replaces a reference to a permanently deleted record by another record, or by none (0). */
  | { readonly type: 'Redirect'; readonly member: MediumReference; readonly from: number; readonly to: number }
  /** Deletes the medium permanently; its files are deleted after the commit. */
  | { readonly type: 'Delete' };

export interface MediumFacts {
  readonly clocks: Clocks;
  /** Slug of the medium: the current one, or a free one. */
  readonly slug: string;
}

/** Decider of media. `Redirect` and `Delete` take no facts. */
export const mediumDecider: Decider<Medium, MediumEvent, MediumCommand, MediumFacts | undefined> = {
  ...medium,
  decide: (state, command, facts) => {
    if (command.type === 'Redirect') {
      const { member, from, to } = command;
      const refers = exists(state) && state[member] === from;
      return refers ? [{ type: 'MediumReferencesChanged', data: { [member]: to } }] : [];
    }
    if (command.type !== 'Upload' && !exists(state)) throw coreErrors.unknownMedium();
    if (command.type === 'Delete') return [{ type: 'MediumDeleted', data: {} }];
    if (facts === undefined) throw new Error(`the command ${command.type} of a medium takes facts`);
    return command.type === 'Upload' ? decideUpload(command, facts) : decideChange(state, command.input, facts);
  },
};

/** Returns the publication date: the requested one, otherwise now. A medium always has a fixed date. */
const publication = (asked: AskedDate | undefined, { now, zone }: Clocks): Pick<MediumFields, 'date' | 'dateUtc'> => {
  const instant = asked?.instant ?? now;
  return { date: toWallClock(instant, zone), dateUtc: toWallClock(instant, 'UTC') };
};

const decideUpload = (
  { id, files, input: { date: asked, ...fields } }: Extract<MediumCommand, { readonly type: 'Upload' }>,
  { clocks, slug }: MediumFacts,
): MediumEvent[] => {
  const dates = publication(asked, clocks);
  const modification =
    clocks.moved === undefined ? { modified: dates.date, modifiedUtc: dates.dateUtc } : modifiedNow(clocks);
  const data = {
    ...defaultsOf(mediumFields),
    status: 'inherit' as const,
    ...fields,
    ...files,
    ...dates,
    ...modification,
    id,
    slug,
  };
  return [{ type: 'MediumUploaded', data }];
};

const decideChange = (
  state: Medium,
  { date, meta, ...fields }: MediumInput,
  { clocks, slug }: MediumFacts,
): MediumEvent[] => {
  const changed = changedFields<MediumFields>(state, {
    ...fields,
    slug,
    ...(date === undefined ? {} : publication(date, clocks)),
    ...(meta === undefined ? {} : { meta: mergeMeta(state.meta, meta) }),
  });
  return isEmpty(changed) ? [] : [{ type: 'MediumChanged', data: { ...changed, ...modifiedNow(clocks) } }];
};
