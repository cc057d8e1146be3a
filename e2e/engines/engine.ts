/** A way to run the whole site; the same scenarios run on each (docs/architecture.md §6). */
export interface Engine {
  readonly name: 'embedded' | 'native' | 'containers';
  /** Names the tested servers: a replica set proves more than a stand-in. */
  label(): string;
  /** Returns why the engine cannot run here; undefined if it can. */
  lacking(): string | undefined;
  /** Starts the servers that sites of this engine share. */
  open(): Promise<void>;
  /**
   * Starts a fresh, empty site with the users of a site file.
   * @param environment variables for the services, and `TRANSLATION_ENGINE`
   */
  start(siteFile: string, environment?: Readonly<Record<string, string>>): Promise<RunningSite>;
  close(): Promise<void>;
}

/** A running site. */
export interface RunningSite {
  /** The REST root in English. */
  readonly base: string;
  stop(): Promise<void>;
}
