/** A way to run the whole site; the same scenarios run on each (docs/architecture.md §6). */
export interface Engine {
  readonly name: 'embedded' | 'native' | 'containers';
  /** What the figures and promises are shown on: a replica set shows more than a stand-in. */
  label(): string;
  /** Why it cannot run here; undefined where it can. */
  lacking(): string | undefined;
  /** Starts what sites of this engine share. */
  open(): Promise<void>;
  /**
   * Starts a fresh, empty site with the users of a site file.
   * @param environment variables that services read of it, and `TRANSLATION_ENGINE`
   */
  start(siteFile: string, environment?: Readonly<Record<string, string>>): Promise<RunningSite>;
  close(): Promise<void>;
}

/** A site that runs. */
export interface RunningSite {
  /** The REST root in English. */
  readonly base: string;
  stop(): Promise<void>;
}
