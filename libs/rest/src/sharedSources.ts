import { AsyncLocalStorage } from 'node:async_hooks';
import type { AnswerSources, SharedSource, SourceVersion } from './answerSources.ts';

/** The sources of a service's answers, for gateways in other processes. */
export interface SharedSources {
  /** Adds a source beside the collections. */
  add(source: SharedSource): void;
  /** Returns the known numbers of changes of the collections, by name. */
  counts(): ReadonlyMap<string, number>;
  /** Reads the versions of all sources from the store; null for one that is being changed, or not known. */
  read(): Promise<ReadonlyMap<string, SourceVersion | null>>;
}

/** The header of an answer that tells a gateway in another process what the answer is made from. */
export const MADE_OF_HEADER = 'x-almanac-made-of';

/** The header of an answer to a write that tells gateways the numbers of changes after it. */
export const CHANGES_HEADER = 'x-almanac-changes';

// a query: names of sources and versions, and these members, which are names of no source
const REFUSED = '.refused';
const VALID_MS = '.for';

/** Returns the sources of an answer as text. @param now milliseconds since the epoch */
export const sourcesText = ({ refusal, versions, until }: AnswerSources, now: number): string => {
  if (refusal !== undefined) return String(new URLSearchParams({ [REFUSED]: refusal }));
  const named = [...versions].map(([{ shared }, version]): [string, string] => [shared?.name ?? '', String(version)]);
  const valid: [string, string][] = Number.isFinite(until) ? [[VALID_MS, String(until - now)]] : [];
  return String(new URLSearchParams([...named, ...valid]));
};

/** The sources of an answer of another process. */
export interface ReadSources {
  /** The reason why the answer must not be kept. */
  readonly refusal?: string;
  /** By the name of the source. */
  readonly versions: ReadonlyMap<string, SourceVersion>;
  /** Milliseconds for which the answer holds, from when its request was sent; infinite without an end. */
  readonly validMs: number;
}

const versionOf = (text: string): SourceVersion => (/^\d+$/.test(text) ? Number(text) : text);

/** Reads the text of `sourcesText`. */
export const readSources = (text: string): ReadSources => {
  const members = new Map(new URLSearchParams(text));
  const refusal = members.get(REFUSED);
  const validMs = Number(members.get(VALID_MS) ?? Number.POSITIVE_INFINITY);
  members.delete(REFUSED);
  members.delete(VALID_MS);
  const versions = new Map([...members].map(([name, version]) => [name, versionOf(version)]));
  return { ...(refusal !== undefined && { refusal }), versions, validMs };
};

/** Numbers of changes that other services have reported to the request on whose behalf code runs. */
const reported = new AsyncLocalStorage<Map<string, number>>();

/** Runs the work of a request, and returns its result with the changes that `noteChanges` has noted meanwhile. */
export const collectChanges = async <Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly ofOthers: ReadonlyMap<string, number> }> => {
  const ofOthers = new Map<string, number>();
  return { result: await reported.run(ofOthers, work), ofOthers };
};

/** Notes the changes that another service reports in its answer to a write (`CHANGES_HEADER`). */
export const noteChanges = (text: string | null): void => {
  const known = reported.getStore();
  if (known === undefined || text === null) return;
  for (const [name, count] of new URLSearchParams(text)) known.set(name, Math.max(Number(count), known.get(name) ?? 0));
};

/** Returns numbers of changes as text; names are `SERVICE/COLLECTION`. */
export const changesText = (
  service: string,
  own: ReadonlyMap<string, number>,
  ofOthers: ReadonlyMap<string, number>,
): string => {
  const named = [...own].map(([name, count]) => [`${service}/${name}`, String(count)]);
  return String(new URLSearchParams([...[...ofOthers].map(([name, count]) => [name, String(count)]), ...named]));
};

/** A number of changes of a collection. */
export interface ReportedChange {
  readonly service: string;
  readonly name: string;
  readonly count: number;
}

/** Reads the text of `changesText`. */
export const readChanges = (text: string): ReportedChange[] =>
  [...new URLSearchParams(text)].map(([path, count]) => {
    const [service = '', name = ''] = path.split('/');
    return { service, name, count: Number(count) };
  });
