import type { Filter } from '@almanac/documents';
import { MAX_IDS } from '@almanac/engine/protocol';
import { jobs } from '../jobs/job.ts';
import { visibleJobFilters } from '../jobs/jobFilters.ts';
import type { Job } from '../jobs/jobState.ts';
import { status } from '../jobs/statuses.ts';
import type { Translation } from '../translation.ts';
import type { Rights } from '../translators/rights.ts';
import { isSelected, type JobSelection } from './agencyArgs.ts';
import { isOpenJob, type OpenJob } from './engineJobs.ts';

type Ports = Pick<Translation, 'documents' | 'entries'>;

/** The places of jobs: the member with their number there, and the statuses of unfinished jobs. */
const places = {
  engine: { channel: 'ate', number: 'editor_job_id', open: [status.waiting, status.inProgress] },
  agency: { channel: 'tp', number: 'tp_id', open: [status.inProgress, status.ready] },
} as const;

type Place = keyof typeof places;

interface RoundQuery {
  /** Additional conditions. */
  readonly which: readonly Filter[];
  readonly most: number;
}

/** Returns the unfinished jobs at a place, the oldest first. */
const openAt = async (
  { documents }: Pick<Ports, 'documents'>,
  place: Place,
  { which, most }: RoundQuery,
): Promise<OpenJob[]> => {
  const { channel, number, open } = places[place];
  const found = await documents.find<Job>(jobs, {
    filter: {
      all: [
        { field: 'listed', equals: true },
        { field: 'revision.channel', equals: channel },
        { field: 'revision.status', in: open },
        // Part of the query, so that jobs without a number there do not use up the limit.
        { not: { field: `revision.${number}`, equals: null } },
        ...which,
      ],
    },
    order: [{ field: 'id', direction: 'asc' }],
    limit: most,
  });
  return found.filter(isOpenJob);
};

/** Returns the unfinished jobs with these numbers at a place. */
export const openJobsByNumber = (
  ports: Pick<Ports, 'documents'>,
  place: Place,
  numbers: readonly number[],
): Promise<OpenJob[]> =>
  openAt(ports, place, {
    which: [{ field: `revision.${places[place].number}`, in: numbers }],
    most: numbers.length,
  });

/** The kind of entries with the position of each round through all open jobs of a place. */
const ROUND_POSITION_KIND = 'outside-round';

interface Round {
  /** The id of the last job in the round. */
  readonly after: number;
}

/**
 * Returns the next jobs of a round: those after the last ones, then again from the start.
 * @param name the name of the round
 */
export const nextOfAll = async (
  ports: Ports,
  place: Place,
  { name, which, most }: RoundQuery & { readonly name: string },
): Promise<OpenJob[]> => {
  const key = `${place}/${name}`;
  const { after } = (await ports.entries.get<Round>(ROUND_POSITION_KIND, key))?.body ?? { after: 0 };
  const later = await openAt(ports, place, { which: [...which, { field: 'id', after }], most });
  const left = most - later.length;
  const again =
    left === 0 ? [] : await openAt(ports, place, { which: [...which, { field: 'id', to: after }], most: left });
  const found = [...later, ...again];
  const last = found.at(-1);
  if (last !== undefined && found.length === most)
    await ports.entries.put<Round>(ROUND_POSITION_KIND, key, { after: last.id });
  return found;
};

/** Returns the name of a caller's round. Managers share one, since they all see the same jobs. */
export const roundOf = ({ manages, user }: Rights): string => (manages ? 'all' : String(user));

const named = (meant: Exclude<JobSelection, { readonly all: true }>): Filter[] => {
  if ('ids' in meant) return [{ field: 'id', in: [...meant.ids.keys()] }];
  const { element, type } = meant;
  return [
    { field: 'revision.element.id', equals: element },
    { field: 'revision.element.type', equals: type },
  ];
};

/** Returns the named jobs that the caller sees, up to the limit of one request to the agency. */
export const selectedAgencyJobs = async (
  ports: Ports,
  { meant, rights }: { readonly meant: JobSelection; readonly rights: Rights },
  most = MAX_IDS,
): Promise<OpenJob[]> => {
  const which = visibleJobFilters(rights);
  if ('all' in meant) return nextOfAll(ports, 'agency', { name: roundOf(rights), which, most });
  const found = await openAt(ports, 'agency', { which: [...which, ...named(meant)], most });
  return found.filter((job) => isSelected(job, meant));
};
