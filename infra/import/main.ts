import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createOutgoing } from '@almanac/outgoing';
import { SingleBar } from 'cli-progress';
import { importCalendar } from './icalendar/importCalendar.ts';
import { printCalendarReport, printExportReport, printXliffReport, type Run } from './printReport.ts';
import { createSiteClient } from './siteClient.ts';
import { importExport } from './wxr/importExport.ts';
import { importXliff } from './xliff/importXliff.ts';

const USAGE = `Loads a file into a running site through its public interface: events of an iCalendar file (.ics),
authors, terms, attachments and posts of a site export (.xml, WXR), or translations (.xlf, XLIFF 1.2 and 2.0) of a job
or of strings that the site has exported. A second run changes nothing.

  npm run import -- FILE [--site http://localhost:8080/en/json] [--user LOGIN --password APPLICATION_PASSWORD]
                         [--in-flight 16] [--from 2026-01-01] [--to 2028-01-01]

  --site        the site's REST root; its language is the language of what comes in
  --user, --password
                an account that may publish (for a site export: an administrator), with an application password
                (or ALMANAC_USER, ALMANAC_PASSWORD)
  --in-flight   how many requests are under way at once
  --complete    a job is finished by its translations
  --from, --to  recurring entries become events within this window (from 30 days ago to a year from now)`;

const DAY = 86_400_000;

const readArguments = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      site: { type: 'string', default: 'http://localhost:8080/en/json' },
      user: { type: 'string', ...(process.env.ALMANAC_USER && { default: process.env.ALMANAC_USER }) },
      password: { type: 'string', ...(process.env.ALMANAC_PASSWORD && { default: process.env.ALMANAC_PASSWORD }) },
      'in-flight': { type: 'string', default: '16' },
      from: { type: 'string' },
      to: { type: 'string' },
      complete: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const [file, ...rest] = positionals;
  if (values.help || file === undefined || rest.length > 0) {
    console.log(USAGE);
    process.exit(values.help ? 0 : 2);
  }
  return { file, ...values };
};

type Arguments = ReturnType<typeof readArguments>;
type Progress = (done: number, total: number) => void;

/** Loads the file and prints what became of it; resolves to how many things did not come in. */
const load = async (given: Arguments, onProgress: Progress, ended: () => Run): Promise<number> => {
  const content = readFileSync(given.file);
  const text = content.toString('utf8');
  const site = createSiteClient({ root: rootOf(given), user: given.user, password: given.password });
  const width = Number(given['in-flight']);
  if (/\.(xlf|xliff)$/.test(given.file)) {
    const report = await importXliff(content, site, { complete: given.complete });
    printXliffReport(report);
    return report.left.length;
  }
  if (given.file.endsWith('.xml')) {
    const report = await importExport(text, site, { width, onProgress, outgoing: createOutgoing() });
    printExportReport(report, ended());
    return report.failed.length;
  }
  const report = await importCalendar(text, site, { width, onProgress, window: windowOf(given) });
  printCalendarReport(report, ended());
  return report.failed.length;
};

const rootOf = ({ site }: Arguments): string => site.replace(/\/$/, '');

const windowOf = ({ from, to }: Arguments) => ({
  from: new Date(from ?? Date.now() - 30 * DAY),
  to: new Date(to ?? Date.now() + 365 * DAY),
  most: 500,
});

const main = async (): Promise<void> => {
  const given = readArguments();
  const bar = new SingleBar({ format: 'Loading [{bar}] {value}/{total} · {eta_formatted} left', noTTYOutput: false });
  const begun = performance.now();
  const onProgress: Progress = (done, total) => {
    if (!bar.isActive) bar.start(total, 0);
    bar.update(done);
  };
  const ended = (): Run => {
    bar.stop();
    return { seconds: (performance.now() - begun) / 1_000, root: rootOf(given) };
  };
  try {
    process.exitCode = (await load(given, onProgress, ended)) > 0 ? 1 : 0;
  } catch (error) {
    bar.stop();
    if (!(error instanceof Error)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
};

await main();
