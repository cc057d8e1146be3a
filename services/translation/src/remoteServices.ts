import type { AgencyJob, ChosenMachine, Job, Machine, NewJob, Operation, Person } from '@almanac/engine/protocol';

// The calls of the service to outside services. All of them throw the faults of the translation service
// (`isRemoteFault`) and RemoteRefusalError with the statuses given here.

interface MadeJobs {
  readonly jobs: readonly { readonly key: string; readonly id: number }[];
  readonly failed: readonly { readonly key: string; readonly code: string; readonly message: string }[];
}

/** Translates jobs by machine, or by people in an editor of its own. */
export interface EditorService {
  /** Creates at most 100 jobs; a repeated key creates nothing. */
  make(jobs: readonly NewJob[]): Promise<MadeJobs>;
  cancel(ids: readonly number[]): Promise<void>;
  /** Returns the states of at most 500 jobs; unknown jobs are missing. */
  jobs(ids: readonly number[]): Promise<readonly Job[]>;
  /**
   * Returns the file of a job.
   * @throws RemoteRefusalError 404 for an unknown job, 409 for an unfinished one
   */
  xliff(id: number): Promise<Uint8Array>;
  /** Returns the URL of the file for callers with access to the service. */
  addressOfXliff(id: number): string;
}

/** The keys of a registered site. */
export interface SiteKeys {
  /** The id of the site at the account. */
  readonly site: string;
  readonly secret: string;
  readonly shared: string;
}

export type PeopleRole = 'translators' | 'managers';

interface SyncResult {
  readonly people: readonly { readonly email: string; readonly subscription: string }[];
  readonly added: number;
  readonly removed: number;
  readonly unchanged: number;
}

export interface NewSite {
  /** The same key for every attempt of one site. */
  readonly key: string;
  readonly url: string;
  readonly manager: Person;
  readonly translators: readonly Person[];
  readonly managers: readonly Person[];
}

/** The site's account at the service. */
export interface Account {
  register(site: NewSite): Promise<SiteKeys>;
  status(keys: SiteKeys): Promise<{ readonly activated: boolean; readonly state: string }>;
  synchronize(keys: SiteKeys, role: PeopleRole, people: readonly Person[]): Promise<SyncResult>;
  /** Returns a URL that signs the person in once. */
  console(keys: SiteKeys, email: string): Promise<string>;
  engines(keys: SiteKeys): Promise<readonly Machine[]>;
  /** @throws RemoteRefusalError 422 for an invalid list */
  chooseEngines(keys: SiteKeys, list: readonly ChosenMachine[]): Promise<void>;
}

export interface NewAgencyBatch {
  readonly key: string;
  readonly name: string;
  readonly deadline: string | null;
  readonly jobs: readonly Omit<NewJob, 'callback' | 'automatic' | 'deadline'>[];
}

/** An agency of translators, behind its broker. */
export interface Agency {
  /** Creates at most 100 jobs of a batch; repeated keys create nothing. */
  make(batch: NewAgencyBatch): Promise<{ readonly id: number; readonly jobs: MadeJobs['jobs'] }>;
  /** Asks the agency to check batches again. */
  refresh(batches: readonly number[]): Promise<readonly AgencyJob[]>;
  jobs(ids: readonly number[]): Promise<readonly AgencyJob[]>;
  /**
   * Returns the file of a job.
   * @throws RemoteRefusalError 404 for an unknown job, 409 for one that is not ready
   */
  xliff(id: number): Promise<Uint8Array>;
  cancel(ids: readonly number[]): Promise<void>;
}

/** A request of a manager's editor to the service, passed through the site. */
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

/** The outside services that the operator has configured. */
export interface RemoteServices {
  readonly editor: EditorService;
  readonly account: Account;
  readonly agency: Agency;
  /** True if the address belongs to the services: it has the configured origin and is below its path. */
  covers(url: URL): boolean;
  /** Returns the operation of the protocol that a request calls; undefined for any other address. */
  operationOf(request: PassedRequest): Operation | undefined;
  /** @param keys the signing keys for an operation of the account; default: the operator's key */
  pass(request: PassedRequest, keys?: SiteKeys): Promise<PassedAnswer>;
}

/** The operator's settings for outside services. */
export interface OutsideSettings {
  /** Undefined if none is configured. */
  readonly remote: RemoteServices | undefined;
  /** The address of the site for callbacks of the engine; undefined if none is set, so that there are no callbacks. */
  readonly publicUrl: string | undefined;
  /** The segment after the language in the site's addresses. */
  readonly restPrefix: string;
}
