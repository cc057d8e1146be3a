import type { Filter } from '@almanac/documents';
import { MOST_IDS } from '@almanac/engine-protocol';
import { jobs } from '../jobs/job.ts';
import { seenBy } from '../jobs/jobFilters.ts';
import type { Job } from '../jobs/jobState.ts';
import { status } from '../jobs/statuses.ts';
import type { Translation } from '../translation.ts';
import type { Rights } from '../translators/rights.ts';
import { isMeant, type MeantJobs } from './agencyArgs.ts';
import type { OpenJob } from './engineJobs.ts';

type Ports = Pick<Translation, 'documents' | 'entries'>;

/** What the agency has and has not delivered, from the oldest on. */
const openAtAgency = async (
  { documents }: Pick<Ports, 'documents'>,
  more: readonly Filter[],
  limit: number,
): Promise<OpenJob[]> => {
  const found = await documents.find<Job>(jobs, {
    filter: {
      all: [
        { field: 'listed', equals: true },
        { field: 'revision.channel', equals: 'tp' },
        { field: 'revision.status', in: [status.inProgress, status.ready] },
        ...more,
      ],
    },
    order: [{ field: 'id', direction: 'asc' }],
    limit,
  });
  return found.filter((job): job is OpenJob => job.revision !== null && job.revision.tp_id !== null);
};

/** The jobs that the agency has under these numbers. */
export const openOfNumbers = (ports: Pick<Ports, 'documents'>, numbers: readonly number[]): Promise<OpenJob[]> =>
  openAtAgency(ports, [{ field: 'revision.tp_id', in: numbers }], numbers.length);

const named = (meant: MeantJobs): Filter[] => {
  if ('all' in meant) return [];
  if ('ids' in meant) return [{ field: 'id', in: [...meant.ids.keys()] }];
  const { element, type } = meant;
  return [
    { field: 'revision.element.id', equals: element },
    { field: 'revision.element.type', equals: type },
  ];
};

/** How far the agency was asked about all jobs that somebody sees. */
const KIND = 'agency-round';

interface Round {
  /** The id of the job that was asked about last. */
  readonly after: number;
}

/** Of more jobs than are asked about at once, those whose turn it is: after the last ones, and round again. */
const nextOfAll = async ({ documents, entries }: Ports, rights: Rights, most: number): Promise<OpenJob[]> => {
  const whose = rights.manages ? 'all' : String(rights.user);
  const seen = seenBy(rights);
  const { after } = (await entries.get<Round>(KIND, whose))?.body ?? { after: 0 };
  const later = await openAtAgency({ documents }, [...seen, { field: 'id', after }], most);
  const left = most - later.length;
  const again = left === 0 ? [] : await openAtAgency({ documents }, [...seen, { field: 'id', to: after }], left);
  const found = [...later, ...again];
  const last = found.at(-1);
  if (last !== undefined && found.length === most) await entries.put<Round>(KIND, whose, { after: last.id });
  return found;
};

/** The jobs that are meant, of those that the asking see; not more than the agency is asked about at once. */
export const meantAtAgency = async (
  ports: Ports,
  { meant, rights }: { readonly meant: MeantJobs; readonly rights: Rights },
  most = MOST_IDS,
): Promise<OpenJob[]> => {
  if ('all' in meant) return nextOfAll(ports, rights, most);
  const found = await openAtAgency(ports, [...seenBy(rights), ...named(meant)], most);
  return found.filter((job) => isMeant(job, meant));
};
