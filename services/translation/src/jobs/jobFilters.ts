import { toInstant } from '@almanac/dates';
import type { Filter } from '@almanac/documents';
import { isLanguage, languageCodes } from '@almanac/i18n';
import { anything, type Invalid, integer, invalid, refusalOfLength, text, valueText } from '@almanac/rest';
import { MAX_SEARCH_CHARACTERS, wordsOrPhrase } from '@almanac/text';
import type { Rights } from '../translators/rights.ts';
import { isDay } from './sentBatch.ts';
import { knownStatuses, NEEDS_REVIEW, NEEDS_UPDATE } from './statuses.ts';

const MAX_VALUES = 500;

/** Returns the parts of a comma-separated list; none for an empty list. */
const partsOf = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Declares an argument with a comma-separated list of numbers. */
const numbers = (description: string, known?: ReadonlySet<number>) =>
  anything({
    description,
    words: { type: 'string' },
    parse: (value): readonly number[] | Invalid => {
      const parts = partsOf(valueText(value));
      const isKnown = (part: string) => /^\d{1,15}$/.test(part) && (known === undefined || known.has(Number(part)));
      if (parts.length > MAX_VALUES || !parts.every(isKnown)) return invalid('{name} contains an unknown number.');
      return parts.map(Number);
    },
  });

const languagesArg = (description: string) =>
  anything({
    description,
    words: { type: 'string' },
    parse: (value): readonly string[] | Invalid => {
      const codes = partsOf(valueText(value));
      return codes.every(isLanguage) ? codes : invalid('{name} contains an unknown language.');
    },
  });

const day = (description: string) =>
  text({ description, check: (value) => (value === '' || isDay(value) ? undefined : '{name} is no day: YYYY-MM-DD.') });

/** Declares an argument with parts of a text; ten or more are one part. */
const searched = (description: string) =>
  text({ description, check: (value) => refusalOfLength(value, MAX_SEARCH_CHARACTERS) });

/** The arguments that filter a list of jobs (docs/interface/translation-jobs.md §6). */
export const filterArgs = {
  local_job_ids: numbers('Revisions of jobs, separated by commas.'),
  scope: text({
    enum: ['all', 'local', 'remote', 'ate'] as const,
    default: 'all',
    description: 'Jobs of the site, of agencies, of the engine.',
  }),
  id: integer({ minimum: 0, description: 'The id of a job.' }),
  ids: numbers('Ids of jobs, separated by commas.'),
  title: searched('A part of the title; several are separated by commas.'),
  batch_name: searched('A part of the name of the batch.'),
  source_language: languagesArg('The language of the source.'),
  target_language: languagesArg('The target languages, separated by commas.'),
  status: numbers('Statuses, separated by commas; 3 means needs an update, 30 means waits for review.', knownStatuses),
  needs_update: text({
    enum: ['', 'include', 'exclude'] as const,
    description: 'True: include elements that need an update. False: leave them out.',
  }),
  translated_by: text({
    description: 'The user who translates it; 0 for nobody.',
    check: (value) => (/^\d{0,15}$/.test(value) ? undefined : '{name} contains an unknown number.'),
  }),
  element_type: text({ description: 'The type of the elements.' }),
  only_automatic: text({
    enum: ['', '0', '1', 'false', 'true'] as const,
    description: 'Only automatic jobs of the engine.',
  }),
  sent_from: day('The first day on which it was sent.'),
  sent_to: day('The last day on which it was sent.'),
  deadline_from: day('The first day of the deadline.'),
  deadline_to: day('The last day of the deadline.'),
};

/** The filters of a request; missing and empty values do not narrow the list. */
export interface AskedFilters {
  readonly local_job_ids?: readonly number[] | undefined;
  readonly scope: 'all' | 'local' | 'remote' | 'ate';
  readonly id?: number | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly title?: string | undefined;
  readonly batch_name?: string | undefined;
  readonly source_language?: readonly string[] | undefined;
  readonly target_language?: readonly string[] | undefined;
  readonly status?: readonly number[] | undefined;
  readonly needs_update?: '' | 'include' | 'exclude' | undefined;
  readonly translated_by?: string | undefined;
  readonly element_type?: string | undefined;
  readonly only_automatic?: string | undefined;
  readonly sent_from?: string | undefined;
  readonly sent_to?: string | undefined;
  readonly deadline_from?: string | undefined;
  readonly deadline_to?: string | undefined;
}

const flagged: Filter = { field: 'revision.needs_update', equals: true };

const oneOf = (field: string, values: readonly (string | number)[] | undefined): Filter[] =>
  values === undefined || values.length === 0 ? [] : [{ field, in: values }];

const part = (field: string, value: string | undefined): Filter[] => {
  const words = partsOf(value ?? '');
  if (words.length === 0) return [];
  return [{ any: wordsOrPhrase(words, (value ?? '').trim()).map((word) => ({ texts: [field], words: [word] })) }];
};

const scopes = {
  all: [],
  local: [{ field: 'revision.channel', in: ['local', 'ate'] }],
  remote: [{ field: 'revision.channel', equals: 'tp' }],
  ate: [{ field: 'revision.channel', equals: 'ate' }],
} as const satisfies Readonly<Record<AskedFilters['scope'], readonly Filter[]>>;

const byStatus = ({ status = [], needs_update }: AskedFilters): Filter[] => {
  const stored = status.filter((code) => code !== NEEDS_UPDATE && code !== NEEDS_REVIEW);
  const any: Filter[] = oneOf('revision.status', stored);
  if (status.includes(NEEDS_UPDATE)) any.push(flagged);
  if (status.includes(NEEDS_REVIEW)) any.push({ field: 'revision.review', in: ['NEEDS_REVIEW', 'EDITING'] });
  if (needs_update === 'include' && any.length > 0) any.push(flagged);
  const found: Filter[] = any.length > 1 ? [{ any }] : any;
  if (needs_update === 'exclude') found.push({ field: 'revision.needs_update', equals: false });
  return found;
};

const instantOf = (wallClock: string, zone: string): string => new Date(toInstant(wallClock, zone)).toISOString();

/**
 * Filters a range by excluding the values outside. A wide range would otherwise be sorted by id. That takes far longer
 * than checking each entry of the list's index.
 */
const within = (field: string, from: string, to: string | undefined): Filter[] => [
  { not: { field, before: from } },
  ...(to ? [{ not: { field, after: to } }] : []),
];

const bySent = ({ sent_from, sent_to }: AskedFilters, zone: string): Filter[] => {
  if (!sent_from && !sent_to) return [];
  const from = sent_from ? instantOf(`${sent_from} 00:00:00`, zone) : '';
  return within('revision.sent', from, sent_to && instantOf(`${sent_to} 23:59:59`, zone).replace('.000Z', '.999Z'));
};

const byDeadline = ({ deadline_from, deadline_to }: AskedFilters): Filter[] =>
  deadline_from || deadline_to ? within('revision.deadline', deadline_from || '0000-00-00', deadline_to) : [];

/** Returns the conditions for the jobs that the person may see. */
export const visibleJobFilters = ({ manages, user, pairs }: Rights): Filter[] => {
  if (manages) return [];
  const own: Filter = { field: 'revision.translator', equals: user };
  const free = languageCodes().flatMap((source): Filter[] => {
    const targets = pairs[source] ?? [];
    if (targets.length === 0) return [];
    const pair: Filter[] = [
      { field: 'revision.translator', equals: 0 },
      { field: 'revision.source', equals: source },
      { field: 'revision.target', in: targets },
    ];
    return [{ all: pair }];
  });
  return [{ any: [own, ...free] }];
};

/** Returns the conditions of a list of jobs. */
export const jobFilter = (
  asked: AskedFilters,
  { rights, zone }: { readonly rights: Rights; readonly zone: string },
): Filter => ({
  all: [
    { field: 'listed', equals: true },
    ...visibleJobFilters(rights),
    ...scopes[asked.scope],
    ...oneOf('revision.job_id', asked.local_job_ids),
    ...oneOf('id', asked.id === undefined ? undefined : [asked.id]),
    ...oneOf('id', asked.ids),
    ...part('revision.title', asked.title),
    ...part('revision.batch.name', asked.batch_name),
    ...oneOf('revision.source', asked.source_language),
    ...oneOf('revision.target', asked.target_language),
    ...byStatus(asked),
    ...oneOf('revision.translator', asked.translated_by ? [Number(asked.translated_by)] : undefined),
    ...oneOf('revision.element.type', asked.element_type ? [asked.element_type] : undefined),
    ...(asked.only_automatic === '1' || asked.only_automatic === 'true'
      ? [{ field: 'revision.automatic', equals: true } as const]
      : []),
    ...bySent(asked, zone),
    ...byDeadline(asked),
  ],
});
