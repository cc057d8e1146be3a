/** Returns the stable id of an entry, by which programs recognise it after changes. */
export const uidOf = (id: number, site: string): string => `event-${id}@${new URL(site).hostname}`;

/** Returns the stable id of a series; its changed occurrences share it. */
export const seriesUidOf = (id: number, site: string): string => `series-${id}@${new URL(site).hostname}`;
