/** A command that a reader runs on a site on one machine. */
export interface Step {
  /** Command as a page prints it. */
  readonly command: string;
  /** Expected output; the exit status must be 0 too. */
  readonly says: RegExp;
  /** Standard input, for commands that prompt at a terminal. */
  readonly input?: string;
}

/** Commands that start the site the first and the second time. */
export const STARTS = ['npm start', 'OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318 npm start'] as const;

const EVENT = `'{"title": "Harbour concert", "start_date": "tomorrow 7pm", "end_date": "tomorrow 9pm", "cost": "15"}'`;
const JSON_BODY = `-H 'content-type: application/json'`;

/** Commands run while the site runs, in order. */
export const BESIDE: readonly Step[] = [
  {
    command: "curl 'http://localhost:8080/en/json/cal/events/v1/events?per_page=3'",
    says: /"total":12,"total_pages":4/,
  },
  {
    command: "curl 'http://localhost:8080/fr-ca/json/cal/events/v1/events?search=concert'",
    says: /"language":"fr-ca".*"total":[1-9]/,
  },
  {
    command: `curl -u admin:'APPLICATION PASSWORD' ${JSON_BODY} 'http://localhost:8080/en/json/cal/events/v1/events' -d ${EVENT}`,
    says: /^\{"id":\d+,.*"title":"Harbour concert".*"cost":"[^"]*15"/,
  },
  { command: 'npm run history -- event ID', says: /EventCreated.*title: null → "Harbour concert"/s },
  {
    command: `curl -u admin:'…' ${JSON_BODY} http://localhost:8080/en/json/cal/events/v1/events -d ${EVENT}`,
    says: /^\{"id":\d+,.*"title":"Harbour concert"/,
  },
  {
    command: "curl 'http://localhost:8080/fr-ca/json/cal/events/v1/events?search=concert&categories=music'",
    says: /"slug":"musique".*"total":[1-9]/,
  },
  { command: 'npm run import -- FILE', says: /1 .*created/s },
  { command: 'npm run ops -- given-up', says: /No outside effects were given up\./ },
  { command: 'npm run ops -- languages', says: /^en\tEnglish\tdefault$/m },
  { command: 'npm run ops -- backup /backups/2026-11-22', says: /core: \d+ commits.* files in /s },
  { command: 'npm run ops -- compare FOLDER', says: /core: goes on from / },
];

/** Commands run while the site is stopped, in order. */
export const STOPPED: readonly Step[] = [
  { command: 'npm run ops -- restore /backups/2026-11-22', says: /The site is as it was at / },
  { command: 'npm run ops -- verify', says: /core: \d+ commits, .* 0 faults/ },
  { command: 'npm run ops -- rotate-secrets', says: /core: \d+ secrets encrypted anew/ },
  { command: 'npm run user -- add LOGIN --email ADDRESS', says: /ada: (?:\w{4} ?){6}$/ },
  { command: 'npm run user -- password LOGIN', says: /ada/, input: 'seven herons at the harbour\n' },
  { command: 'npm run user -- application-password LOGIN', says: /ada: (?:\w{4} ?){6}$/ },
  { command: 'npm run user -- recovery LOGIN', says: /^(?:(?:\w{4}-?){3}\n?){10}$/ },
  { command: 'npm run user -- list', says: /\tada\tauthor\tada@example\.test/ },
];
