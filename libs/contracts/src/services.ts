/** The services and the numbers by which they own blocks of ids (`libs/write-side`, numbers). Never changed. */
export const serviceNumbers = { core: 0, calendar: 1, redirection: 2, translation: 3, misc: 4 } as const;

/** Ids are given in blocks of a thousand, every eighth to the same service (docs/architecture.md §2). */
const BLOCK = 1_000;
const OWNERS = 8;

export type ServiceName = keyof typeof serviceNumbers;

/** The service that gave a record its id; undefined for one that no service gives. */
export const ownerOfId = (id: number): ServiceName | undefined => {
  const turn = Math.floor((id - 1) / BLOCK) % OWNERS;
  return (Object.keys(serviceNumbers) as ServiceName[]).find((name) => serviceNumbers[name] === turn);
};
