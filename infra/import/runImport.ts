import { basename } from 'node:path';
import type { DecodedText } from '@almanac/dates/icalendar';
import { anyPrivateTarget, createOutgoing, type Outgoing, publicPolicy } from '@almanac/outgoing';
import { UnreadableFileError } from '@almanac/text/lines';
import { XLIFF_BOUNDS } from '@almanac/xliff';
import type { Say } from '../commands/output.ts';
import { progressLine } from '../commands/progressLine.ts';
import { reachSite } from '../commands/reachSite.ts';
import { type Course, createCourse } from './course.ts';
import { openDecoded, startOf } from './decodedText.ts';
import { fetchFile, isAddress } from './fetchedFile.ts';
import { KIND_BYTES, kindOfFile } from './fileKind.ts';
import { type ImportedFile, placeFor } from './goingOn.ts';
import { importCalendar, isCalendarThere } from './icalendar/importCalendar.ts';
import { Pictures } from './icalendar/pictures.ts';
import type { ImportOptions } from './importOptions.ts';
import type { Brought } from './place.ts';
import { importRedirects } from './redirects/importRedirects.ts';
import { calendarReport, exportReport, type Report, redirectReport, xliffReport } from './report.ts';
import type { FormClient, UploadingClient } from './siteClient.ts';
import { openText, pathOf, readContent } from './textFile.ts';
import { writeReport } from './writeReport.ts';
import { importExport, isExportThere } from './wxr/importExport.ts';
import { openXml } from './wxr/openXml.ts';
import { importPo, importXliff } from './xliff/importXliff.ts';

const DAY = 86_400_000;
/** The largest file of redirects that the site takes. */
const MAX_REDIRECT_BYTES = 32 * 1024 * 1024;

interface Loading {
  readonly client: UploadingClient & FormClient;
  /** Fetches what a file names by its address. */
  readonly outgoing: Outgoing;
  readonly root: string;
  readonly course: Course;
  readonly onProgress: (done: number, total: number) => void;
  readonly say: Say;
}

/**
 * Imports a file, or the file at an address, and shows the result. Returns the exit code.
 * @throws if the import cannot start
 */
export const runImport = async (file: string, options: ImportOptions, say: Say): Promise<number> => {
  const outgoing = outgoingOf(options);
  if (!isAddress(file)) return importFile({ path: file, name: file }, options, { outgoing, say });
  const fetched = await fetchFile(file, outgoing);
  try {
    return await importFile(fetched, options, { outgoing, say });
  } finally {
    fetched.remove();
  }
};

const importFile = async (
  file: ImportedFile,
  options: ImportOptions,
  around: Pick<Loading, 'outgoing' | 'say'>,
): Promise<number> => {
  const load = loaderOf(file, options);
  const { client, root } = await reachSite(options);
  const course = createCourse();
  const line = progressLine('Loading', 'things');
  const onSignal = (): void => {
    // A second signal ends the process at once.
    if (course.stopped !== undefined) process.exit(130);
    course.stop('you stopped it');
  };
  process.on('SIGINT', onSignal);
  const begun = performance.now();
  try {
    const made = await load(options, { ...around, client, root, course, onProgress: line.update });
    line.stop();
    tell(made(performance.now() - begun), options, { ...around, course });
    if (course.stopped === undefined) return made(0).failed === 0 ? 0 : 1;
    return course.stopped === 'you stopped it' ? 130 : 1;
  } finally {
    line.stop();
    process.off('SIGINT', onSignal);
  }
};

type ReportFactory = (milliseconds: number) => Report;
type Load = (options: ImportOptions, loading: Loading) => Promise<ReportFactory>;

/**
 * Returns the loader for this kind of file.
 * @throws UnreadableFileError before asking for a password
 */
const loaderOf = (file: ImportedFile, { dryRun }: ImportOptions): Load => {
  const { path } = file;
  openText(path);
  const kind = kindOfFile(path, startOf(pathOf(path), KIND_BYTES));
  if (kind === 'xliff') return loadXliff(readContent(path, XLIFF_BOUNDS.bytes));
  if (kind === 'po') return loadPo(basename(path), readContent(path, XLIFF_BOUNDS.bytes));
  if (kind === 'redirects') return loadRedirects(basename(path), readContent(path, MAX_REDIRECT_BYTES));
  if (dryRun) throw new UnreadableFileError('--dry-run is for redirects and translations. Leave it out for this file.');
  return kind === 'export' ? loadExport(file, openXml(path)) : loadCalendar(file, openDecoded(pathOf(path)));
};

const loadExport =
  (file: ImportedFile, text: DecodedText): Load =>
  async ({ inFlight, fromStart }, { root, client, say, ...how }) => {
    const isThere = (recent: readonly Brought[]) => isExportThere(client, recent);
    const place = await placeFor(file, { root, options: [], fromStart, isThere }, say);
    const options = { ...how, place, width: inFlight };
    const imported = await importExport(text.source, client, options);
    const note = text.note();
    const report = note === undefined ? imported : { ...imported, changed: [note, ...imported.changed] };
    if (how.course.stopped === undefined) place.end();
    return (took) => exportReport(report, { seconds: took / 1_000, root });
  };

/** Returns the client for addresses in files, with the private targets that the operator allows. */
const outgoingOf = ({ allowPrivateSources, privateTargets }: ImportOptions): Outgoing => {
  const targets = allowPrivateSources ? anyPrivateTarget : privateTargets;
  return createOutgoing({ policy: publicPolicy({ ...(targets !== undefined && { privateTargets: targets }) }) });
};

const loadCalendar =
  (file: ImportedFile, text: DecodedText): Load =>
  async ({ inFlight, fromStart, ...given }, { root, client, outgoing, say, ...how }) => {
    const isThere = (recent: readonly Brought[]) => isCalendarThere(client, recent);
    const asked = [given.from?.toISOString(), given.to?.toISOString()];
    const place = await placeFor(file, { root, options: asked, fromStart, isThere }, say);
    // The window starts at the first run, so that recurring entries have the same occurrences in every run.
    const begun = place.begun.getTime();
    const { from = new Date(begun - 30 * DAY), to = new Date(begun + 365 * DAY) } = given;
    const pictures = new Pictures(client, outgoing);
    const options = { ...how, place, pictures, width: inFlight, series: true, window: { from, to, most: 500 } };
    const report = await importCalendar(text.source, client, options);
    const note = text.note();
    if (note !== undefined) report.encoding = note;
    if (how.course.stopped === undefined) place.end();
    return (took) => calendarReport(report, { seconds: took / 1_000, root });
  };

const loadXliff =
  (content: Buffer): Load =>
  async ({ complete, dryRun }, { client }) => {
    const report = await importXliff(content, client, { complete, isDryRun: dryRun });
    return () => xliffReport(report);
  };

const loadPo =
  (name: string, content: Buffer): Load =>
  async ({ dryRun }, { client }) => {
    const report = await importPo({ name, content }, client, { isDryRun: dryRun });
    return () => xliffReport(report);
  };

const loadRedirects =
  (name: string, bytes: Buffer<ArrayBuffer>): Load =>
  async ({ group, dryRun, confirm }, { client, root }) => {
    const options = { ...(group !== undefined && { group }), isDryRun: dryRun, isConfirmed: confirm };
    const report = await importRedirects({ name, type: 'text/plain', bytes }, client, options);
    return () => redirectReport(report, root);
  };

const tell = (
  report: Report,
  { report: file }: ImportOptions,
  { course, say }: Pick<Loading, 'course' | 'say'>,
): void => {
  const { stopped } = course;
  if (stopped !== undefined) {
    say(`Stopped before the end: ${stopped}`);
    say('What came in is there. Mend what is amiss; the same command then goes on after it and loads nothing twice.\n');
  }
  say(report.brief(), { ...report.result, stopped: stopped ?? null });
  if (file !== undefined) say(`\nAll of it is in ${writeReport(file, report.whole())}`);
};
