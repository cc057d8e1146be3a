/** The options for a connection to a running site. */
export interface SiteOptions {
  /** Any address of the site. */
  readonly site?: string;
  readonly user?: string;
  readonly password?: string;
}

/** Returns the default address of `npm start`. */
export const ownAddress = (): string => `http://localhost:${process.env.PORT || 8080}`;
