import type { EntryNote } from '@almanac/dates/icalendar';
import type { ImportReport } from './icalendar/importCalendar.ts';
import type { RedirectReport } from './redirects/importRedirects.ts';
import type { ExportReport } from './wxr/exportCounts.ts';
import type { XliffReport } from './xliff/importXliff.ts';

/** The duration of a run, and the site that it imported into. */
export interface Run {
  readonly seconds: number;
  readonly root: string;
}

/** The result of a run as text for people. */
export interface Report {
  /** The number of failed things. */
  readonly failed: number;
  /** The counts and lists for programs. */
  readonly result: object;
  /** Returns the text with only the first items of each list. */
  brief(): string;
  /** Returns the text with all items. */
  whole(): string;
}

interface ReportContents {
  readonly headlines: readonly string[];
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** A request that shows the imported records. */
  readonly request: string | undefined;
}

const MAX_LISTED_ITEMS = 20;

const textOf = ({ headlines, lists, request }: ReportContents, listed: number): string =>
  [
    ...headlines,
    ...Object.entries(lists).flatMap(([title, lines]) => listOf(title, lines, listed)),
    ...(request === undefined ? [] : ['', 'See what came in:', `  curl '${request}'`]),
  ].join('\n');

const listOf = (title: string, lines: readonly string[], listed: number): string[] => {
  if (lines.length === 0) return [];
  const rest = lines.length - listed;
  return [
    '',
    title,
    ...lines.slice(0, listed).map((line) => `  ${line}`),
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
  ];
};

const reportOf = (failed: number, result: object, told: ReportContents): Report => ({
  failed,
  result,
  brief: () => textOf(told, MAX_LISTED_ITEMS),
  whole: () => textOf(told, Number.POSITIVE_INFINITY),
});

export const calendarReport = (report: ImportReport, run: Run): Report => {
  const { failed, left, notes, cancelled, first, last = first } = report;
  const range = first && `?start_date=${first.slice(0, 10)}&end_date=${last?.slice(0, 10)}`;
  return reportOf(failed.length, report, {
    headlines: [
      `${headline('entries', report, run)}, ${cancelled} cancelled, ${failed.length} not loaded, ${left.length} left out`,
      ...(report.encoding === undefined ? [] : [`Encoding: ${report.encoding}.`]),
    ],
    lists: {
      'Not loaded:': failed.map(entryLine),
      'Left out:': left.map(entryLine),
      'Loaded without:': byWhat(report.dropped),
      'Loaded otherwise:': byWhat(notes),
    },
    request: range && `${run.root}/cal/events/v1/events${range}`,
  });
};

export const exportReport = (report: ExportReport, { seconds, root }: Run): Report =>
  reportOf(report.failed.length, report, {
    headlines: [
      `${report.found} records in ${seconds.toFixed(1)} s, ${report.failed.length} things not loaded` +
        `${report.earlier > 0 ? `, ${report.earlier} by earlier runs` : ''}`,
      ...Object.entries(report.kinds)
        .filter(([, counts]) => Object.values(counts).some((count) => count > 0))
        .map(
          ([kind, { created, updated, unchanged, left }]) =>
            `${kind}: ${created} created, ${updated} updated, ${unchanged} unchanged, ${left} left out`,
        ),
    ],
    lists: { 'Not loaded:': report.failed, 'Loaded otherwise:': report.changed, 'Not imported:': report.left },
    request: `${root}/core/v2/posts?per_page=100&orderby=title&order=asc&_fields=id,link,title`,
  });

export const xliffReport = (report: XliffReport): Report => {
  const { isDryRun, what, found, done, finished, left, untranslated, differing } = report;
  const effect = isDryRun ? 'would be translated' : 'translated';
  return reportOf(left.length, report, {
    headlines: [`${found} units for ${what}: ${done} ${effect}${finished ? '; the job is finished' : ''}`],
    lists: {
      'Not loaded:': left,
      'Left out:': untranslated,
      'Tags or placeholders are not those of the source:': differing,
    },
    request: undefined,
  });
};

export const redirectReport = (report: RedirectReport, root: string): Report => {
  const { isDryRun, created, unchanged, left, planned } = report;
  const effect = isDryRun ? 'would be created' : 'created';
  return reportOf(left.length, report, {
    headlines: [`${created} redirects ${effect}, ${unchanged} unchanged, ${left.length} lines not imported`],
    lists: { 'Would be created:': planned, 'Not imported:': left },
    request: isDryRun ? undefined : `${root}/redirection/v1/redirect?orderby=id&per_page=200`,
  });
};

interface Counts {
  readonly found: number;
  readonly earlier: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

const headline = (what: string, { found, earlier, created, updated, unchanged }: Counts, { seconds }: Run): string =>
  `${found} ${what} in ${seconds.toFixed(1)} s (${Math.round((created + updated + unchanged) / seconds)}/s came in): ` +
  `${created} created, ${updated} updated, ${unchanged} unchanged${earlier > 0 ? `, ${earlier} by earlier runs` : ''}`;

const entryLine = ({ line, uid, reason }: EntryNote): string =>
  `line ${line}${uid === '' ? '' : ` (UID ${uid})`}: ${reason}`;

/** Returns one line for all entries with the same text, with their first lines in the file. */
const byWhat = (items: ImportReport['dropped']): string[] =>
  [...Map.groupBy(items, ({ what }) => what)].map(([what, entries]) => {
    // All occurrences of a recurring entry have its line.
    const lines = [...new Set(entries.map(({ line }) => line))];
    return `${what} (line ${lines.slice(0, 3).join(', ')}${lines.length > 3 ? ` and ${lines.length - 3} more` : ''})`;
  });
