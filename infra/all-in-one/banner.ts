import type { SiteFile } from '@almanac/service';

export interface Started {
  /** Where people reach it, without a slash at the end: `http://localhost:8080`. */
  readonly address: string;
  readonly prefix: string;
  readonly data: string;
  readonly site: SiteFile;
  /** Told once, after a start that made the first administrator. */
  readonly credentials: { readonly login: string; readonly password: string } | undefined;
  /** How many events the sample has brought. */
  readonly sample: number;
}

const credentialLines = ({ credentials }: Started): string[] =>
  credentials === undefined
    ? []
    : [
        '',
        `  An administrator was made: ${credentials.login}, application password ${credentials.password}`,
        '  It is shown this once. Another one: npm run user -- password admin',
      ];

const accountOf = ({ credentials, site }: Started): string => {
  if (credentials !== undefined) return `${credentials.login}:'${credentials.password}'`;
  const publisher = site.users.find(({ role }) => role === 'administrator' || role === 'editor');
  return `${publisher?.login ?? 'admin'}:'APPLICATION PASSWORD'`;
};

/** What `npm start` prints: what to open, and three requests that show events. */
export const banner = (started: Started): string => {
  const { address, prefix, data, sample } = started;
  const events = (language: string): string => `${address}/${language}/${prefix}/cal/events/v1/events`;
  return [
    '',
    `Almanac is open at ${address}/ and its interface at ${address}/en/${prefix}/`,
    ...credentialLines(started),
    '',
    sample > 0 ? `  ${sample} events of a sample are in it, in three languages. Try:` : '  Try:',
    '',
    `  curl '${events('en')}?per_page=3'`,
    `  curl '${events('fr-ca')}?per_page=3'`,
    `  curl -u ${accountOf(started)} -H 'content-type: application/json' ${events('en')} \\`,
    `       -d '{"title": "Harbour concert", "start_date": "tomorrow 7pm", "end_date": "tomorrow 9pm"}'`,
    '',
    `  Its data are in ${data === ':memory:' ? 'memory and end with it' : data}. Ctrl-C stops it.`,
    '',
  ].join('\n');
};
