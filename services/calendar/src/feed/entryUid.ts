/** Returns the stable id of an entry, by which programs recognise it after changes. */
export const uidOf = (id: number, site: string): string => `event-${id}@${new URL(site).hostname}`;
