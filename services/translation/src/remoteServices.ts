import type { AgencyJob, ChosenMachine, Job, Machine, NewJob, Person } from '@almanac/engine/protocol';

// What the service asks of services outside the site. All of it throws `remoteUnavailable`, `remoteTimeout` or
// `remoteError`, and RemoteRefusalError with the statuses that are said here.

interface MadeJobs {
  readonly jobs: readonly { readonly key: string; readonly id: number }[];
  readonly failed: readonly { readonly key: string; readonly code: string; readonly message: string }[];
}

/** Translates jobs by machines, or by people in an editor of its own. */
export interface EditorService {
  /** Makes at most 100 jobs; the same key makes nothing twice. */
  make(jobs: readonly NewJob[]): Promise<MadeJobs>;
  cancel(ids: readonly number[]): Promise<void>;
  /** What it says of at most 500 jobs; nothing of unknown ones. */
  jobs(ids: readonly number[]): Promise<readonly Job[]>;
  /** 404 for an unknown job, 409 for one that is not done. */
  xliff(id: number): Promise<Uint8Array>;
  /** Where the file is, for those who may ask the service. */
  addressOfXliff(id: number): string;
}

/** The keys that a site gets when it registers. */
export interface SiteKeys {
  /** The id of the site at the account. */
  readonly site: string;
  readonly secret: string;
  readonly shared: string;
}

export type PeopleRole = 'translators' | 'managers';

interface Synchronised {
  readonly people: readonly { readonly email: string; readonly subscription: string }[];
  readonly added: number;
  readonly removed: number;
  readonly unchanged: number;
}

export interface NewSite {
  /** The same for every try of one site. */
  readonly key: string;
  readonly url: string;
  readonly manager: Person;
  readonly translators: readonly Person[];
  readonly managers: readonly Person[];
}

/** The account that the site has at the service. */
export interface Account {
  register(site: NewSite): Promise<SiteKeys>;
  status(keys: SiteKeys): Promise<{ readonly activated: boolean; readonly state: string }>;
  synchronize(keys: SiteKeys, role: PeopleRole, people: readonly Person[]): Promise<Synchronised>;
  /** An address that signs somebody in once. */
  console(keys: SiteKeys, email: string): Promise<string>;
  engines(keys: SiteKeys): Promise<readonly Machine[]>;
  /** 422 for a list that cannot be. */
  chooseEngines(keys: SiteKeys, list: readonly ChosenMachine[]): Promise<void>;
}

export interface NewAgencyBatch {
  readonly key: string;
  readonly name: string;
  readonly deadline: string | null;
  readonly jobs: readonly Omit<NewJob, 'callback' | 'automatic' | 'deadline'>[];
}

/** An agency of translators, through its broker. */
export interface Agency {
  /** Makes at most 100 jobs of a batch; the same keys make nothing twice. */
  make(batch: NewAgencyBatch): Promise<{ readonly id: number; readonly jobs: MadeJobs['jobs'] }>;
  /** Has the agency look again at batches. */
  refresh(batches: readonly number[]): Promise<readonly AgencyJob[]>;
  jobs(ids: readonly number[]): Promise<readonly AgencyJob[]>;
  /** 404 for an unknown job, 409 for one that is not ready. */
  xliff(id: number): Promise<Uint8Array>;
  cancel(ids: readonly number[]): Promise<void>;
}

/** A request that a manager's editor makes of the service through the site. */
export interface PassedRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly content: string | undefined;
}

export interface PassedAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/** The services that the operator has configured. */
export interface RemoteServices {
  readonly editor: EditorService;
  readonly account: Account;
  readonly agency: Agency;
  /** Whether an address is one of theirs: of the configured origin, below its path. */
  covers(url: URL): boolean;
  pass(request: PassedRequest): Promise<PassedAnswer>;
}

/** What the operator has said of services outside. */
export interface Outside {
  /** Undefined where none is configured. */
  readonly remote: RemoteServices | undefined;
  /** Where the engine finds the site; undefined where nobody has said it, and it is not called back. */
  readonly publicUrl: string | undefined;
  /** The segment after the language in the site's addresses. */
  readonly restPrefix: string;
  /** The secret of the site before it was changed: the engine still has call backs that were given under it. */
  readonly oldSecret?: string | undefined;
}
