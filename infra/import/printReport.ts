import type { ImportReport } from './icalendar/importCalendar.ts';
import type { ExportReport } from './wxr/importExport.ts';
import type { XliffReport } from './xliff/importXliff.ts';

/** How long it took, and where it went. */
export interface Run {
  readonly seconds: number;
  readonly root: string;
}

const LISTED = 20;

export const printCalendarReport = (report: ImportReport, run: Run): void => {
  console.log(`${headline('entries', report, run)}, ${report.cancelled} cancelled, ${report.failed.length} not loaded`);
  printList(
    'Not loaded:',
    report.failed.map(({ line, reason }) => `line ${line}: ${reason}`),
  );
  printList('Loaded without:', droppedByWhat(report));
  if (report.first === undefined) return;
  const [first, last] = [report.first, report.last ?? report.first].map((date) => date.slice(0, 10));
  printRequest(`${run.root}/cal/events/v1/events?start_date=${first}&end_date=${last}`);
};

export const printExportReport = (report: ExportReport, run: Run): void => {
  console.log(`${headline('posts', report, run)}, ${report.failed.length} things not loaded`);
  console.log(`${report.terms} terms, ${report.authors} authors, ${report.media} attachments are there.`);
  printList('Not loaded:', report.failed);
  printList('Loaded otherwise:', report.changed);
  printList('Without a place here:', report.left);
  printRequest(`${run.root}/core/v2/posts?per_page=100&orderby=title&order=asc&_fields=id,link,title`);
};

export const printXliffReport = ({ what, found, done, finished, left, differing }: XliffReport): void => {
  console.log(`${found} units for ${what}: ${done} translated${finished ? '; the job is finished' : ''}`);
  printList('Not loaded:', left);
  printList('Tags or placeholders are not those of the source:', differing);
};

interface Counts {
  readonly found: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

const headline = (what: string, { found, created, updated, unchanged }: Counts, { seconds }: Run): string =>
  `${found} ${what} in ${seconds.toFixed(1)} s (${Math.round(found / seconds)}/s): ` +
  `${created} created, ${updated} updated, ${unchanged} unchanged`;

/** One line for all entries that lost the same, with the first lines in the file. */
const droppedByWhat = ({ dropped }: ImportReport): string[] =>
  [...Map.groupBy(dropped, ({ what }) => what)].map(([what, entries]) => {
    const lines = entries.slice(0, 3).map(({ line }) => line);
    return `${what} (line ${lines.join(', ')}${entries.length > 3 ? ` and ${entries.length - 3} more` : ''})`;
  });

const printList = (title: string, lines: readonly string[]): void => {
  if (lines.length === 0) return;
  console.log(`\n${title}`);
  for (const line of lines.slice(0, LISTED)) console.log(`  ${line}`);
  if (lines.length > LISTED) console.log(`  … and ${lines.length - LISTED} more`);
};

const printRequest = (address: string): void => console.log(`\nSee what came in:\n  curl '${address}'`);
