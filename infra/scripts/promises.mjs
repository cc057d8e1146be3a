/**
 * What Almanac promises (architecture §7), and the tests that show it. `file` and `title` are patterns of a test's file
 * and full name; a test whose describe names an engine ("… on native (…)", "… on native, skipped: …") belongs to that
 * one, others to the engine that the pattern stands under.
 */
const sqlite = (title, file = /libs\/|services\/|infra\//) => ({ file, title });
const standIn = (title) => ({ file: /e2e\/contracts|e2e\/faults/, title });

const promises = [
  {
    promise: 'an acknowledged write is never lost',
    embedded: [{ file: /faults\/crash/, title: /kill -9 under write load/ }],
    native: [standIn(/acknowledged/)],
  },
  {
    promise: 'no event is skipped, none applied twice',
    embedded: [
      sqlite(/bus|subscription|relay|projector/i, /libs\/(messaging|aggregates)/),
      sqlite(/writer process|processes/i),
    ],
    native: [standIn(/nothing is lost or done twice|takes over|list = log|relay catches up|stops by SIG/)],
  },
  {
    promise: 'one client reads what it wrote, also elsewhere',
    embedded: [{ file: /e2e\/flows/, title: /at once/ }],
    native: [{ file: /e2e\//, title: /read on another/ }],
  },
  {
    promise: 'of two racers one wins',
    embedded: [sqlite(/rac(e|ers|ing)/i, /libs\/event-store/)],
    native: [standIn(/rac(e|ers|ing)/i)],
  },
  {
    promise: 'a lost answer is no lost and no second write',
    embedded: [sqlite(/answer|outcome/i, /libs\/event-store/)],
    native: [standIn(/answers that are (dropped|cut|delayed)|drops, delays and cuts/)],
  },
  {
    promise: 'rebuilding the documents changes nothing',
    embedded: [sqlite(/rebuil/i)],
    native: [standIn(/rebuil|fold/i)],
  },
  {
    promise: 'a service down takes only its namespaces',
    embedded: [sqlite(/down|outage|trouble/i, /gateway\//)],
    native: [standIn(/is down|only its namespaces/)],
  },
  {
    promise: 'bad input changes nothing',
    embedded: [sqlite(/bad input|fuzz|hostile/i)],
    native: [{ file: /conformance/, title: /bad input/ }],
  },
  {
    promise: 'nobody acts beyond their role',
    embedded: [sqlite(/role|may do|permission/i)],
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
    native: [{ file: /e2e\//, title: /replica set/ }],
  },
];

const ENGINES = ['embedded', 'native', 'containers'];
const store = process.env.MONGODB_URL === undefined ? 'MongoDB stand-in' : 'MongoDB';
const HEADS = ['embedded (SQLite)', `native (${store}, Kafka)`, 'containers'];

const asked = (process.env.ENGINES ?? 'embedded,native').split(',');

const engineNamed = (name) => /\bon (embedded|native|containers)\b/.exec(name)?.[1];

const belongs = (test, engine, patterns) => {
  const named = engineNamed(test.name);
  if (named !== undefined && named !== engine) return false;
  return patterns.some(({ file, title }) => file.test(test.file) && title.test(test.name));
};

const cell = (tests) => {
  const count = (status) => tests.filter((test) => test.status === status).length;
  const [passed, failed] = [count('passed'), count('failed')];
  if (failed > 0) return `NOT SHOWN, ${failed} of ${passed + failed} failed`;
  if (passed > 0) return `shown (${passed})`;
  const skipped = tests.find((test) => test.status === 'pending');
  const reason = /skipped: (.*?)(?= › |$)/.exec(skipped?.name ?? '')?.[1];
  return `not shown: ${reason ?? (skipped === undefined ? 'no test of this run; npm run e2e has the faults' : 'skipped')}`;
};

/**
 * The promises with what this run has shown of each on each engine, as lines.
 * @param reports jest's reports of this run
 */
export const promiseTable = (reports) => {
  const tests = reports.flatMap((report) =>
    report.testResults.flatMap((file) =>
      file.assertionResults.map(({ ancestorTitles, title, status }) => ({
        file: file.name,
        name: [...ancestorTitles, title].join(' › '),
        status,
      })),
    ),
  );
  const rows = promises.map(({ promise, ...shownBy }) => [
    promise,
    ...ENGINES.map((engine) => {
      if (!asked.includes(engine)) return 'not run: npm run e2e';
      const patterns = shownBy[engine] ?? shownBy.native;
      const named = engine === 'containers' ? tests.filter((test) => engineNamed(test.name) === engine) : tests;
      return cell(named.filter((test) => belongs(test, engine, patterns)));
    }),
  ]);
  const table = [['promise', ...HEADS], ...rows];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  return table.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
};
