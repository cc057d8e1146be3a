/**
 * What Almanac promises (docs/architecture.md §7), and the tests that show it. `file` and `title` are patterns of a
 * test's file and full name; a test whose describe names an engine ("… on native (…)", "… on native, skipped: …")
 * belongs to that one, others to the engine that the pattern stands under. `why` says for an engine why it shows
 * nothing of a promise.
 */
import { reasonIn, testsOf } from './testResults.mjs';

const sqlite = (title, file = /libs\/|services\/|infra\//) => ({ file, title });
const standIn = (title) => ({ file: /e2e\/contracts|e2e\/faults/, title });

const promises = [
  {
    promise: 'an acknowledged write is never lost',
    embedded: [{ file: /faults\/(crash|keyedBatch)/, title: /kill -9 under write load|process is killed/ }],
    native: [standIn(/acknowledged/)],
  },
  {
    promise: 'no event is skipped, none applied twice',
    embedded: [
      sqlite(/bus|subscription|relay|projector/i, /libs\/(messaging|event-sourcing)/),
      sqlite(/writer process|processes/i),
    ],
    native: [
      standIn(
        /nothing is lost or done twice|takes? over|absorb|does anything twice|list equals the log|relay catches up|stops by SIG/,
      ),
      standIn(/the contract of a bus/),
    ],
  },
  {
    promise: 'one client reads what it wrote, also elsewhere',
    embedded: [{ file: /e2e\/flows/, title: /at once/ }],
    native: [{ file: /e2e\//, title: /read its own write through another gateway/ }],
  },
  {
    promise: 'of two racers one wins',
    embedded: [sqlite(/rac(e|ers|ing)/i, /libs\/event-store/)],
    native: [standIn(/rac(e|ers|ing)/i)],
  },
  {
    promise: 'a lost answer is no lost and no second write',
    embedded: [{ file: /faults\/lossyAnswers/, title: /./ }, sqlite(/outcome|repeated commit/i, /libs\/event-store/)],
    native: [standIn(/answers are lost/)],
  },
  {
    promise: 'rebuilding the documents changes nothing',
    embedded: [sqlite(/rebuil/i)],
    native: [standIn(/rebuil|fold/i)],
  },
  {
    promise: 'a service down takes only its namespaces',
    embedded: [sqlite(/down|outage|trouble/i, /gateway\//)],
    native: [standIn(/loses only the namespaces/)],
  },
  {
    promise: 'bad input changes nothing',
    embedded: [sqlite(/bad input|fuzz|hostile/i)],
    native: [{ file: /conformance/, title: /bad input/ }],
  },
  {
    promise: 'nobody acts beyond their role',
    embedded: [sqlite(/role|rights|permission/i)],
    native: [{ file: /conformance/, title: /may not|visitor/ }],
  },
  {
    promise: 'the recorded exchanges',
    embedded: [{ file: /conformance/, title: /./ }],
    native: [{ file: /conformance/, title: /./ }],
  },
  {
    promise: 'elections and rollbacks of a replica set',
    embedded: [],
    native: [{ file: /faults\/replicaSet/, title: /./ }],
    why: {
      embedded: 'one process has no replicas',
      containers: 'a replica set of one holds no elections',
    },
  },
];

const ENGINES = ['embedded', 'native', 'containers'];
const store = process.env.MONGODB_URL === undefined ? 'MongoDB stand-in' : 'MongoDB';
const HEADS = ['embedded (SQLite)', `native (${store}, Kafka)`, 'containers'];

const engineNamed = (name) => /\bon (embedded|native|containers)\b/.exec(name)?.[1];

const belongs = (test, engine, patterns) => {
  const named = engineNamed(test.name);
  if (named === undefined ? engine === 'containers' : named !== engine) return false;
  return patterns.some(({ file, title }) => file.test(test.file) && title.test(test.name));
};

/** What a run has shown, as `{ text, shown, explained }`: whether skipped tests explain what is not shown. */
const cell = (tests, why) => {
  const count = (status) => tests.filter((test) => test.status === status).length;
  const [passed, failed] = [count('passed'), count('failed')];
  if (failed > 0) return { text: `NOT SHOWN, ${failed} of ${passed + failed} failed`, shown: true };
  if (passed > 0) return { text: `shown (${passed})`, shown: true };
  const skipped = tests.find((test) => test.status === 'pending');
  const text = `not shown: ${reasonIn(skipped?.name ?? '') ?? why ?? (skipped === undefined ? 'no test of this run' : 'skipped')}`;
  return { text, shown: false, explained: skipped !== undefined };
};

/**
 * The promises with what this run has shown of each on each engine.
 * @param reports jest's reports of this run
 * @param lacking why an engine was not run, by its name
 * @returns the table's lines, and how many of its cells are not shown and are no skipped tests either
 */
export const promiseTable = (reports, lacking) => {
  const tests = reports.flatMap((report) => testsOf(report, ''));
  const cellOf = ({ embedded, native, why }, engine) => {
    if (lacking[engine] !== undefined) return { text: `not run: ${lacking[engine]}`, shown: false };
    const patterns = engine === 'embedded' ? embedded : native;
    return cell(
      tests.filter((test) => belongs(test, engine, patterns)),
      why?.[engine] ?? (engine === 'containers' ? 'not of this subset; npm run e2e' : undefined),
    );
  };
  const cells = promises.map((promise) => ENGINES.map((engine) => cellOf(promise, engine)));
  const rows = promises.map(({ promise }, row) => [promise, ...cells[row].map(({ text }) => text)]);
  const table = [['promise', ...HEADS], ...rows];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const line = (row) => row.map((text, column) => text.padEnd(widths[column])).join('  ');
  return {
    lines: table.map((row) => line(row).trimEnd()),
    unexplained: cells.flat().filter(({ shown, explained }) => !shown && explained !== true).length,
  };
};
