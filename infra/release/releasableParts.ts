import { type RunningService, serviceNames } from '@almanac/manifest';

/** A part of a site with a version, an image and a change log of its own. */
export type PartName = RunningService | 'gateway';

export const partNames: readonly PartName[] = ['gateway', ...serviceNames];

/** Returns the folder of a part in the repository. */
export const folderOf = (part: PartName): string => (part === 'gateway' ? part : `services/${part}`);

/** Returns the package of a part, the name in changesets and tags. */
export const packageOf = (part: PartName): string => `@almanac/${part}`;

/** @throws Error for names of no part, with the names of all */
export const readPart = (name: string): PartName => {
  const part = partNames.find((each) => each === name);
  if (part === undefined) throw new Error(`“${name}” is no part of a site: ${partNames.join(', ')}`);
  return part;
};
