import { readFileSync } from 'node:fs';

/** A package of others that a release contains. */
export interface ForeignPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; undefined if the lock file has none and nobody has read the package's licence. */
  readonly licence: string | undefined;
  readonly part: 'processes' | 'console';
}

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
}

/** The lock files of a release, by the part that has their packages. */
const LOCK_FILES = { processes: 'package-lock.json', console: 'services/console/package-lock.json' } as const;

/** Licences of packages whose lock file has none, or not in the words of SPDX; read in the licence file of each. */
const READ_LICENCES: ReadonlyMap<string, string> = new Map([
  ['busboy', 'MIT'],
  ['css-mediaquery', 'BSD-3-Clause'],
  ['decko', 'MIT'],
  ['stickyfill', 'MIT'],
  ['streamsearch', 'MIT'],
  ['url-template', 'BSD-3-Clause'],
]);

/** Licences under which a package may be part of a release under Apache-2.0. */
export const PERMITTED_LICENCES: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  // unchanged files of their own
  'MPL-2.0',
  'Python-2.0',
  'Unicode-3.0',
];

/** Packages under the LGPL: shared libraries, which an operator may replace. */
export const SHARED_LIBRARIES = /^@img\/sharp-/;

/**
 * Returns the packages of a lock file that a release contains: all but those of development alone.
 * @param lockFile its text
 */
export const packagesIn = (lockFile: string, part: ForeignPackage['part']): ForeignPackage[] => {
  const { packages }: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(lockFile);
  return Object.entries(packages).flatMap(([path, { version, license, link, dev }]) => {
    const name = /.*node_modules\/(.+)$/.exec(path)?.[1];
    if (name === undefined || version === undefined || link === true || dev === true) return [];
    return [{ name, version, licence: READ_LICENCES.get(name) ?? license, part }];
  });
};

/** Returns the packages of others in a release. */
export const foreignPackages = (): ForeignPackage[] =>
  (['processes', 'console'] as const).flatMap((part) =>
    packagesIn(readFileSync(new URL(`../../${LOCK_FILES[part]}`, import.meta.url), 'utf8'), part),
  );

/** Returns the names of the licences in an SPDX expression of which one is enough, or all hold. */
const licencesIn = (expression: string): { readonly names: string[]; readonly isChoice: boolean } => ({
  names: expression.replaceAll(/[()]/g, '').split(/ (?:OR|AND) /),
  isChoice: expression.includes(' OR '),
});

/** True if a package may be part of a release. */
export const isPermitted = ({ name, licence }: Pick<ForeignPackage, 'name' | 'licence'>): boolean => {
  if (licence === undefined) return false;
  const { names, isChoice } = licencesIn(licence);
  const permitted = names.map(
    (each) => PERMITTED_LICENCES.includes(each) || (each === 'LGPL-3.0-or-later' && SHARED_LIBRARIES.test(name)),
  );
  return isChoice ? permitted.includes(true) : !permitted.includes(false);
};

const INTRODUCTION = `# Third-party notices

A release of Almanac contains these packages of others. *Processes* are the gateway, the services and the commands: each
package is in its own folder of \`node_modules\`, with the text of its licence. *Console* are the scripts of
\`/admin/\`, whose build writes a file with the texts of their licences. Optional packages are for
some machines only. libvips (\`@img/sharp-…\`, LGPL-3.0-or-later) is a shared library, which can be replaced. Images of
containers contain Node.js and their base system too, with licences of their own.

This page is written by \`npm run generate\` from the lock files.

| package | version | licence | part |
|---|---|---|---|
`;

/** Returns the text of `THIRD-PARTY-NOTICES.md`. */
export const noticesPage = (packages: readonly ForeignPackage[]): string => {
  const rows = packages.map(
    ({ name, version, licence, part }) => `| \`${name}\` | ${version} | ${licence ?? 'unknown'} | ${part} |`,
  );
  return `${INTRODUCTION}${[...new Set(rows)].sort().join('\n')}\n`;
};
