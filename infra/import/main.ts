import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { type ImportReport, importCalendar } from './icalendar/importCalendar.ts';
import { createSiteClient } from './siteClient.ts';

const USAGE = `Loads a file into a running site through its public interface.

  npm run import -- FILE.ics [--site http://localhost:8080/en/json] [--user LOGIN --password APPLICATION_PASSWORD]
                             [--in-flight 16] [--from 2026-01-01] [--to 2028-01-01]

  --site        the site's REST root; its language is the language of what comes in
  --user, --password
                an account that may publish, with an application password (or ALMANAC_USER, ALMANAC_PASSWORD)
  --in-flight   how many requests are under way at once
  --from, --to  recurring entries become events within this window (from 30 days ago to a year from now)`;

const DAY = 86_400_000;
const LISTED = 20;

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

const printReport = (report: ImportReport, seconds: number, root: string): void => {
  const rate = Math.round(report.found / seconds);
  console.log(
    `${report.found} entries in ${seconds.toFixed(1)} s (${rate}/s): ${report.created} created, ${report.updated} updated, ` +
      `${report.unchanged} unchanged, ${report.cancelled} cancelled, ${report.failed.length} not loaded`,
  );
  printList(
    'Not loaded:',
    report.failed.map(({ line, reason }) => `line ${line}: ${reason}`),
  );
  printList('Loaded without:', droppedByWhat(report));
  if (report.first === undefined) return;
  console.log('\nSee what came in:');
  console.log(
    `  curl '${root}/cal/events/v1/events?start_date=${report.first.slice(0, 10)}&end_date=${report.last?.slice(0, 10)}'`,
  );
};

/** One line for all entries that lost the same, with the first lines in the file. */
const droppedByWhat = ({ dropped }: ImportReport): string[] =>
  [...Map.groupBy(dropped, ({ what }) => what)].map(([what, entries]) => {
    const lines = entries
      .slice(0, 3)
      .map(({ line }) => line)
      .join(', ');
    return `${what} (line ${lines}${entries.length > 3 ? ` and ${entries.length - 3} more` : ''})`;
  });

const printList = (title: string, lines: readonly string[]): void => {
  if (lines.length === 0) return;
  console.log(`\n${title}`);
  for (const line of lines.slice(0, LISTED)) console.log(`  ${line}`);
  if (lines.length > LISTED) console.log(`  … and ${lines.length - LISTED} more`);
};

const main = async (): Promise<void> => {
  const options = readArguments();
  const text = readFileSync(options.file, 'utf8');
  const site = createSiteClient({
    root: options.site.replace(/\/$/, ''),
    user: options.user,
    password: options.password,
  });
  const bar = new SingleBar({ format: 'Loading [{bar}] {value}/{total} · {eta_formatted} left', noTTYOutput: false });
  const started = performance.now();
  let shown = false;
  try {
    const report = await importCalendar(text, site, {
      width: Number(options['in-flight']),
      window: {
        from: new Date(options.from ?? Date.now() - 30 * DAY),
        to: new Date(options.to ?? Date.now() + 365 * DAY),
        most: 500,
      },
      onProgress: (done, total) => {
        if (!shown) bar.start(total, 0);
        shown = true;
        bar.update(done);
      },
    });
    bar.stop();
    printReport(report, (performance.now() - started) / 1_000, options.site);
    process.exitCode = report.failed.length > 0 ? 1 : 0;
  } catch (error) {
    bar.stop();
    if (!(error instanceof Error)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
};

await main();
