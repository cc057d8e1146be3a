import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { languageCodes } from '@almanac/i18n';

/** A version of a source; a number grows with every change. */
export type SourceVersion = number | string;

/** A source of answers whose versions mean the same in every process of a service. */
export interface SharedSource {
  /** Unique in its service. */
  readonly name: string;
  /** Returns its version at once; undefined while it is not known. */
  version(): SourceVersion | undefined;
}

/** A source of answers whose changes are counted in this process. */
export interface CountedSource {
  /** Returns a version that differs after every change; undefined while changes cannot be counted. */
  version(): SourceVersion | undefined;
  /** The source for other processes; absent if its versions have a meaning in this process alone. */
  readonly shared?: SharedSource;
}

/**
 * The sources of one answer, noted by the ports that its handler uses.
 * The answer equals a later one as long as `isCurrent`. An answer with another source than a counted one, or a look at
 * the clock of unknown duration, is never current.
 */
export class AnswerSources {
  readonly #versions = new Map<CountedSource, SourceVersion>();
  #from = Number.NEGATIVE_INFINITY;
  #until = Number.POSITIVE_INFINITY;
  #isComplete = false;
  #refusal: string | undefined;
  /** True while `clockUntil` reads the clock. */
  #isTimed = false;
  /** True if the notes are for a gateway in another process. */
  readonly isShared: boolean;

  constructor({ isShared = false }: { readonly isShared?: boolean } = {}) {
    this.isShared = isShared;
  }

  /** Notes a source before it is read. */
  note(source: CountedSource): void {
    if (this.#versions.has(source)) return;
    const version = this.isShared ? source.shared?.version() : source.version();
    if (version === undefined) this.refuse('a source without versions');
    else this.noteAt(source, version);
  }

  /** Notes a source at a version that another process has read. */
  noteAt(source: CountedSource, version: SourceVersion): void {
    this.#versions.set(source, version);
  }

  /**
   * Notes a source that has no version.
   * @param source its name, for people who wonder why the answer is not kept
   */
  refuse(source: string): void {
    if (!this.#isTimed) this.#refusal ??= source;
  }

  /** Reads the clock once; the answer is current from then until an instant, in milliseconds since the epoch. */
  readClock(now: () => Date, until: (at: Date) => number): Date {
    this.#isTimed = true;
    try {
      const at = now();
      this.#from = Math.max(this.#from, at.getTime());
      this.#until = Math.min(this.#until, until(at));
      return at;
    } finally {
      this.#isTimed = false;
    }
  }

  /** Notes a time before which the answer is not current, in milliseconds since the epoch. */
  startAt(from: number): void {
    this.#from = Math.max(this.#from, from);
  }

  /** Notes an end of the answer's validity, in milliseconds since the epoch. */
  endAt(until: number): void {
    this.#until = Math.min(this.#until, until);
  }

  /** Ends the notes: the answer has been made, and everything that it was made from is noted. */
  complete(): void {
    this.#isComplete = true;
  }

  /** The versions of the noted sources. */
  get versions(): ReadonlyMap<CountedSource, SourceVersion> {
    return this.#versions;
  }

  /** The end of the answer's validity, in milliseconds since the epoch; infinite without one. */
  get until(): number {
    return this.#until;
  }

  /** The first source without version; `not tracked` if nothing has completed the notes. */
  get refusal(): string | undefined {
    return this.#isComplete ? this.#refusal : (this.#refusal ?? 'not tracked');
  }

  /** True if an answer that is made at a time, in milliseconds since the epoch, is made from the same. */
  isCurrent(now: number): boolean {
    if (!this.#isComplete || this.#refusal !== undefined || now < this.#from || now >= this.#until) return false;
    for (const [source, version] of this.#versions) if (source.version() !== version) return false;
    return true;
  }
}

/** Returns a source that changes with the identity of a value. */
export const sourceOf = (value: () => unknown): CountedSource => {
  let last = value();
  let changes = 0;
  return {
    version: () => {
      const current = value();
      if (current !== last) changes += 1;
      last = current;
      return changes;
    },
  };
};

/** The languages of the site, which are state of the process. */
export const siteLanguagesSource: CountedSource = {
  ...sourceOf(languageCodes),
  shared: { name: 'followed/languages', version: () => languageCodes().join() },
};

/** The header by which a gateway asks a service in the same process to note the sources of an answer. */
export const SOURCES_HEADER = 'x-almanac-sources';

const asked = new Map<string, AnswerSources>();

/** A request for the sources of an answer. */
export interface AskedSources {
  /** The value of `SOURCES_HEADER`. */
  readonly id: string;
  readonly sources: AnswerSources;
  /** Ends the request, answered or not. */
  end(): void;
}

const PROCESS = randomUUID();
let count = 0;

/** Asks for the sources of an answer. A service in another process does not find the request, and notes nothing. */
export const askSources = (): AskedSources => {
  count += 1;
  const id = `${PROCESS}/${count}`;
  const sources = new AnswerSources();
  asked.set(id, sources);
  return { id, sources, end: () => void asked.delete(id) };
};

/** Returns the sources that a request asks for; undefined if it asks for none. Each request is answered once. */
export const sourcesAsked = ({ [SOURCES_HEADER]: id }: IncomingHttpHeaders): AnswerSources | undefined => {
  if (typeof id !== 'string') return undefined;
  const found = asked.get(id);
  asked.delete(id);
  return found;
};

/**
 * Headers that a kept answer may depend on: its request had none of them, or they belong to its key, or the cache
 * evaluates them itself.
 */
const KEYED_HEADERS: ReadonlySet<string> = new Set([
  'if-match',
  'if-none-match',
  'purpose',
  'sec-purpose',
  'cookie',
  'content-length',
  'content-type',
  'idempotency-key',
  'transfer-encoding',
  'x-almanac-language',
  'x-almanac-site',
  'x-almanac-api-root',
  'x-almanac-marks',
  'x-almanac-offers-passwords',
]);

/** Returns headers that note the use of any that a kept answer must not depend on. */
export const notedHeaders = (headers: IncomingHttpHeaders, sources: AnswerSources): IncomingHttpHeaders => {
  const note = (name: string | symbol): void => {
    if (typeof name === 'string' && !KEYED_HEADERS.has(name)) sources.refuse(`the header ${name}`);
  };
  return new Proxy(headers, {
    get: (target, name) => {
      note(name);
      return Reflect.get(target, name);
    },
    has: (target, name) => {
      note(name);
      return Reflect.has(target, name);
    },
    getOwnPropertyDescriptor: (target, name) => {
      note(name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    ownKeys: (target) => {
      sources.refuse('all headers');
      return Reflect.ownKeys(target);
    },
  });
};

/** Parameters that open what other visitors may not see, or that hold for one visitor. */
const PRIVATE = /pass|nonce|preview|token|secret|key|^tvn/i;

/** True if a request names a parameter whose answer is not for everybody. */
export const namesSecrets = (parameters: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(parameters).some((name) => PRIVATE.test(name));
