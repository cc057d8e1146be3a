/** The services and the numbers by which they own blocks of ids (`libs/aggregates`, numbers). Never changed. */
export const serviceNumbers = { core: 0, calendar: 1, redirection: 2, translation: 3, misc: 4 } as const;

export type ServiceName = keyof typeof serviceNumbers;
