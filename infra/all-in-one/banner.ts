import type { FirstCredentials } from '@almanac/core/definition';
import { defaultLanguage, languageCodes, mainLanguage } from '@almanac/i18n';
import type { SiteFile } from '@almanac/service';

export interface StartedSite {
  /** The address for people, without a slash at the end: `http://localhost:8080`. */
  readonly address: string;
  readonly prefix: string;
  readonly data: string;
  readonly site: SiteFile;
  /** The credentials from a start that created the first administrator. */
  readonly credentials: FirstCredentials | undefined;
  /** The number of events in the sample. */
  readonly sample: number;
}

/** Returns the text that a first start prints before anything else: how its administrator signs in. */
export const firstBanner = (address: string, { login, password, token, goesOn }: FirstCredentials): string =>
  [
    '',
    goesOn
      ? 'A first start was interrupted and goes on. What it showed of an application password holds no longer.'
      : 'This is the first start: an administrator was made, and a sample is being loaded.',
    '',
    `  For you: within a day, once, this page sets the password of ${login}, with which you sign in at ${address}/admin/`,
    '',
    `    ${address}/${defaultLanguage()}/admin/set-password?token=${token}`,
    '',
    `  For programs: ${login}, application password ${password}`,
    '',
    '  Neither is shown again. Others: npm run user -- password, npm run user -- application-password',
    '',
  ].join('\n');

const accountOf = ({ credentials, site }: StartedSite): string => {
  if (credentials !== undefined) return `${credentials.login}:'${credentials.password}'`;
  const publisher = site.users.find(({ role }) => role === 'administrator' || role === 'editor');
  return `${publisher?.login ?? 'admin'}:'APPLICATION PASSWORD'`;
};

/** Returns the text that `npm start` prints: the addresses to open, and three requests that show events. */
export const banner = (started: StartedSite): string => {
  const { address, prefix, data, sample } = started;
  const isOther = (code: string): boolean => mainLanguage(code) !== mainLanguage(defaultLanguage());
  const other = languageCodes().find(isOther) ?? defaultLanguage();
  const events = (language: string): string => `${address}/${language}/${prefix}/cal/events/v1/events`;
  return [
    '',
    `Almanac is open at ${address}/ and its interface at ${address}/${defaultLanguage()}/${prefix}/`,
    '',
    sample > 0 ? `  ${sample} events of a sample are in it, in three languages. Try:` : '  Try:',
    '',
    `  curl '${events(defaultLanguage())}?per_page=3'`,
    `  curl '${events(other)}?per_page=3'`,
    `  curl -u ${accountOf(started)} -H 'content-type: application/json' ${events(defaultLanguage())} \\`,
    `       -d '{"title": "Harbour concert", "start_date": "tomorrow 7pm", "end_date": "tomorrow 9pm"}'`,
    '',
    `  Its data are in ${data === ':memory:' ? 'memory and end with it' : data}. Ctrl-C stops it.`,
    '',
  ].join('\n');
};
