import { readFileSync } from 'node:fs';
import { serviceNames } from '@almanac/manifest';

/** Recorded cases: whole files, or the scenarios of a file by name. */
type Cases = Readonly<Record<string, 'all' | readonly string[]>>;

const casesOf = (service: string): Cases =>
  JSON.parse(readFileSync(new URL(`../../services/${service}/offered.json`, import.meta.url), 'utf8')) as Cases;

const both = (one: Cases[string] | undefined, other: Cases[string]): Cases[string] =>
  one === 'all' || other === 'all' ? 'all' : [...(one ?? []), ...other];

/** Recorded cases that the site offers, as each service declares in its `offered.json`. */
export const offered: Cases = serviceNames.map(casesOf).reduce<Record<string, Cases[string]>>((all, cases) => {
  for (const [file, scenarios] of Object.entries(cases)) all[file] = both(all[file], scenarios);
  return all;
}, {});
