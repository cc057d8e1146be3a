import type { Filter } from '@almanac/documents';
import { MOST_IDS } from '@almanac/engine/protocol';
import { jobs } from '../jobs/job.ts';
import { seenBy } from '../jobs/jobFilters.ts';
import type { Job } from '../jobs/jobState.ts';
import { status } from '../jobs/statuses.ts';
import type { Translation } from '../translation.ts';
import type { Rights } from '../translators/rights.ts';
import { isMeant, type MeantJobs } from './agencyArgs.ts';
import { isOpenJob, type OpenJob } from './engineJobs.ts';

type Ports = Pick<Translation, 'documents' | 'entries'>;

/** Where jobs are: which member has their number there, and in which statuses they are not done here. */
const places = {
  engine: { channel: 'ate', number: 'editor_job_id', open: [status.waiting, status.inProgress] },
  agency: { channel: 'tp', number: 'tp_id', open: [status.inProgress, status.ready] },
} as const;

type Place = keyof typeof places;

interface Asked {
  /** What more is asked of them. */
  readonly which: readonly Filter[];
  readonly most: number;
}

/** The jobs that are there and not done here, from the oldest on. */
const openAt = async (
  { documents }: Pick<Ports, 'documents'>,
  place: Place,
  { which, most }: Asked,
): Promise<OpenJob[]> => {
  const { channel, number, open } = places[place];
  const found = await documents.find<Job>(jobs, {
    filter: {
      all: [
        { field: 'listed', equals: true },
        { field: 'revision.channel', equals: channel },
        { field: 'revision.status', in: open },
        // among those that are found, so that what has no number there takes no other's turn
        { not: { field: `revision.${number}`, equals: null } },
        ...which,
      ],
    },
    order: [{ field: 'id', direction: 'asc' }],
    limit: most,
  });
  return found.filter(isOpenJob);
};

/** The open jobs that are there under these numbers. */
export const openOfNumbers = (
  ports: Pick<Ports, 'documents'>,
  place: Place,
  numbers: readonly number[],
): Promise<OpenJob[]> =>
  openAt(ports, place, {
    which: [{ field: `revision.${places[place].number}`, in: numbers }],
    most: numbers.length,
  });

/** How far a place was asked about all its open jobs. */
const KIND = 'outside-round';

interface Round {
  /** The id of the job that was asked about last. */
  readonly after: number;
}

/**
 * Of more open jobs than are asked about at once, those whose turn it is: after the last ones, and round again.
 * @param name whose round it is
 */
export const nextOfAll = async (
  ports: Ports,
  place: Place,
  { name, which, most }: Asked & { readonly name: string },
): Promise<OpenJob[]> => {
  const key = `${place}/${name}`;
  const { after } = (await ports.entries.get<Round>(KIND, key))?.body ?? { after: 0 };
  const later = await openAt(ports, place, { which: [...which, { field: 'id', after }], most });
  const left = most - later.length;
  const again =
    left === 0 ? [] : await openAt(ports, place, { which: [...which, { field: 'id', to: after }], most: left });
  const found = [...later, ...again];
  const last = found.at(-1);
  if (last !== undefined && found.length === most) await ports.entries.put<Round>(KIND, key, { after: last.id });
  return found;
};

/** Whose round it is: all managers see the same jobs. */
export const roundOf = ({ manages, user }: Rights): string => (manages ? 'all' : String(user));

const named = (meant: Exclude<MeantJobs, { readonly all: true }>): Filter[] => {
  if ('ids' in meant) return [{ field: 'id', in: [...meant.ids.keys()] }];
  const { element, type } = meant;
  return [
    { field: 'revision.element.id', equals: element },
    { field: 'revision.element.type', equals: type },
  ];
};

/** The jobs that are meant, of those that the asking see; not more than the agency is asked about at once. */
export const meantAtAgency = async (
  ports: Ports,
  { meant, rights }: { readonly meant: MeantJobs; readonly rights: Rights },
  most = MOST_IDS,
): Promise<OpenJob[]> => {
  const which = seenBy(rights);
  if ('all' in meant) return nextOfAll(ports, 'agency', { name: roundOf(rights), which, most });
  const found = await openAt(ports, 'agency', { which: [...which, ...named(meant)], most });
  return found.filter((job) => isMeant(job, meant));
};
