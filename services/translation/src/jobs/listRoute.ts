import { findPage, type Order } from '@almanac/documents';
import {
  anything,
  cappedInteger,
  type Invalid,
  integer,
  invalid,
  invalidParams,
  offsetPaging,
  type Route,
  route,
  valueText,
} from '@almanac/rest';
import type { Translation } from '../translation.ts';
import { rightsOf } from '../translators/rights.ts';
import { jobsAnswer } from './answers.ts';
import { jobs } from './job.ts';
import { type AskedFilters, filterArgs, jobFilter } from './jobFilters.ts';
import type { Job } from './jobState.ts';
import { viewsOf } from './jobView.ts';
import { lastPickedUp } from './pickUpTimes.ts';

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;

/** The columns that jobs can be sorted by. */
const columns = new Map(
  Object.entries({
    id: 'id',
    job_id: 'revision.job_id',
    title: 'sort_title',
    batch_name: 'revision.batch.name',
    language: 'revision.target',
    sent_date: 'revision.sent',
    deadline_date: 'revision.deadline',
    status: 'revision.status',
  }),
);

const pairsOf = (value: unknown): readonly (readonly [string, unknown])[] => {
  if (typeof value === 'object' && value !== null) return Object.entries(value);
  return valueText(value)
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [column = '', direction] = part.split(':');
      return [column.trim(), direction?.trim()] as const;
    });
};

/** Reads `title:asc,id:desc`, or the same in brackets: `sorting[title]=asc`. */
const readOrder = (value: unknown): readonly Order[] | Invalid => {
  const pairs = pairsOf(value);
  const order: Order[] = pairs.slice(0, columns.size).flatMap(([column, direction]) => {
    const field = columns.get(column);
    return field === undefined
      ? []
      : [{ field, direction: String(direction).toLowerCase() === 'desc' ? 'desc' : 'asc' }];
  });
  return order.length < pairs.length ? invalid('{name} contains an unknown column.') : order;
};

const args = {
  ...filterArgs,
  limit: integer({ default: 0, minimum: 0, description: 'The number of jobs to return, at most 200. 0 means 50.' }),
  offset: cappedInteger({ default: 0, minimum: 0, description: 'The number of jobs to skip.' }),
  sorting: anything({
    description: 'The order: columns, each with a colon and asc or desc, separated by commas.',
    words: { type: 'string' },
    parse: readOrder,
  }),
};

/** @throws DomainError 400 for a range whose end is before its start */
const requireRanges = ({ sent_from, sent_to, deadline_from, deadline_to }: AskedFilters): void => {
  const reversed = (from?: string, to?: string) => Boolean(from && to && from > to);
  const message = '{name} is before the day that the range begins with.';
  if (reversed(sent_from, sent_to)) throw invalidParams({ sent_to: message });
  if (reversed(deadline_from, deadline_to)) throw invalidParams({ deadline_to: message });
};

/** Returns the route of the list of jobs (docs/interface/translation-jobs.md §6). */
export const listRoute = (translation: Translation): Route =>
  route({
    namespace: 'i18n/tm/v1',
    path: '/jobs',
    methods: ['GET'],
    summary: 'Lists jobs.',
    args,
    permission: async (request) => (await rightsOf(translation, request)).translates,
    answers: { 200: jobsAnswer },
    handle: async (request) => {
      const { args: asked } = request;
      requireRanges(asked);
      const { documents, settings } = translation;
      const rights = await rightsOf(translation, request);
      const filter = jobFilter(asked, { rights, zone: settings.current().timezone });
      const limit = asked.limit === 0 ? DEFAULT_PAGE_SIZE : Math.min(asked.limit, MAX_PAGE_SIZE);
      const order = [...(asked.sorting ?? []), { field: 'id', direction: 'desc' } as const];
      const [{ found, total }, last_picked_up_date] = await Promise.all([
        findPage<Job>(documents, jobs, { filter, order: upToId(order), limit, offset: asked.offset }),
        lastPickedUp(translation),
      ]);
      return {
        body: { jobs: await viewsOf(translation, request, found), total, last_picked_up_date },
        headers: offsetPaging(request, { total, limit, offset: asked.offset }),
      };
    },
  });

/** Drops the columns after the id, which is unique. */
const upToId = (order: readonly Order[]): readonly Order[] =>
  order.slice(0, order.findIndex(({ field }) => field === 'id') + 1);
