import type { DomainError } from '@almanac/i18n';
import { invalidParams, isObject } from '@almanac/rest';
import { translationErrors } from '../errors.ts';
import { idOf } from '../idOf.ts';
import type { Job } from '../jobs/jobState.ts';
import { typeOf } from '../jobs/jobView.ts';
import type { OpenJob } from './engineJobs.ts';

const MAX_ITEMS = 500;

const agencyMessages = {
  body: 'The body is a list of jobs, each with id and type, or names a source.',
} as const;

/** The jobs that a request names: some by id, those of one source, or all. */
export type JobSelection =
  | { readonly ids: ReadonlyMap<number, string> }
  | { readonly element: number; readonly type: string }
  | { readonly all: true };

const invalidBody = (): DomainError => invalidParams({ body: agencyMessages.body });

/**
 * Reads `[]`, `[{id, type}]` or `{original_element_id, element_type}`.
 * @throws DomainError 400
 */
export const readJobSelection = (body: unknown): JobSelection => {
  if (Array.isArray(body)) return readList(body);
  if (!isObject(body)) throw invalidBody();
  const { original_element_id: element, element_type: type } = body;
  if (element === undefined && type === undefined) return { all: true };
  const id = idOf(element);
  if (id === undefined || typeof type !== 'string') throw invalidBody();
  return { element: id, type };
};

const readList = (list: readonly unknown[]): JobSelection => {
  if (list.length === 0) return { all: true };
  const read = list.flatMap((each) => {
    const id = isObject(each) ? idOf(each.id) : undefined;
    return isObject(each) && id !== undefined ? [[id, String(each.type ?? 'post')] as const] : [];
  });
  if (list.length > MAX_ITEMS || read.length < list.length) throw invalidBody();
  return { ids: new Map(read) };
};

/** True if the request names the job. */
export const isSelected = (job: OpenJob, meant: JobSelection): boolean => {
  if ('all' in meant) return true;
  if ('ids' in meant) return meant.ids.get(job.id) === typeOf(job.revision);
  return job.revision.element.id === meant.element && job.revision.element.type === meant.type;
};

/**
 * Reads one number or a list of numbers.
 * @throws DomainError 422
 */
export const readBatches = (value: unknown): number[] => {
  const named = [value].flat();
  const ids = named.map(idOf).filter((id) => id !== undefined);
  if (ids.length === 0 || ids.length > MAX_ITEMS || ids.length < named.length) throw translationErrors.invalidBatch();
  return [...new Set(ids)];
};

/** True if an agency has, or had, the job and has a file for it. */
export const hasAgencyFile = ({ revision }: Job, ready: ReadonlySet<number>): boolean =>
  revision !== null && revision.channel === 'tp' && revision.tp_id !== null && ready.has(revision.status);
