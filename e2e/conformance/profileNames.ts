import { readFileSync } from 'node:fs';
import { profileNames } from '@almanac/gateway/alias-profile';
import type { Case } from './conform.mjs';

type Names = Readonly<Record<string, string>>;

/** The profile of names under which the recorded cases are replayed once more. */
export const [PROFILE = ''] = profileNames();

const { restPrefix, params, ...sections } = JSON.parse(
  readFileSync(new URL(`../../infra/aliases/${PROFILE}.json`, import.meta.url), 'utf8'),
) as { restPrefix: string; params: Names } & Readonly<Record<string, Names>>;

/** The root of the interface under the profile, in the language of the recordings. */
export const PROFILE_ROOT = `/en/${restPrefix}`;

const { paths: _paths, forms: _forms, ...rendered } = sections;

/** The profile's name of each of Almanac's: of two, the first. */
const names = new Map<string, string>();
for (const section of [...Object.values(rendered), params])
  for (const [foreign, own] of Object.entries(section)) if (!names.has(own)) names.set(own, foreign);
for (const [own, foreign] of [...names]) names.set(own.toLowerCase(), foreign.toLowerCase());

/** Returns the profile's name of a namespace of Almanac. */
export const namespaceUnderProfile = (own: string): string => names.get(own) ?? own;

const NAME = new RegExp(
  [...names.keys()]
    .sort((one, other) => other.length - one.length)
    .map(
      (name) =>
        `(?<![A-Za-z0-9${name.startsWith('/') ? '/-' : ''}])${RegExp.escape(name)}${/\w$/.test(name) ? '(?![A-Za-z0-9])' : ''}`,
    )
    .join('|'),
  'g',
);

/**
 * Reads recorded exchanges with the names of the profile, in their requests and in the expected answers. Texts are
 * replaced wherever they stand: no recorded text of a person contains a name of the profile.
 */
export const underProfile = (text: string): Case => {
  const recorded = JSON.parse(text) as Case;
  const renamed = JSON.stringify(recorded.scenarios)
    .replace(NAME, (name) => names.get(name) ?? name)
    .replace(/("path":"\/[a-z-]+)\/json\//g, `$1/${restPrefix}/`);
  return { ...recorded, scenarios: JSON.parse(renamed) as Case['scenarios'] };
};
