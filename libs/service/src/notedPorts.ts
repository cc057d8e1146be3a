import { type Collection, collectionsRead, type Documents, type Query, type SharedChanges } from '@almanac/documents';
import {
  type CountedSource,
  noteSource,
  noteUncounted,
  type SharedSource,
  type SharedSources,
  type SourceVersion,
  siteLanguagesSource,
} from '@almanac/rest';
import type { ServicePorts } from './service.ts';

/**
 * Returns ports that note what an answer is made from, if the gateway asks for that
 * (docs/adr/0074-answers-are-kept-while-what-they-were-made-from-is-unchanged.md). Documents have versions; the
 * other ports keep an answer from being kept, as limits do by themselves. `clockUntil` reads the clock for values that stay the same for some time.
 */
export const notedPorts = (ports: ServicePorts): ServicePorts => ({
  ...ports,
  documents: notedDocuments(ports.documents),
  store: uncounted(ports.store, 'the log'),
  entries: uncounted(ports.entries, 'an entry'),
  bus: uncounted(ports.bus, 'the bus'),
  effects: uncounted(ports.effects, 'an effect'),
  secrets: uncounted(ports.secrets, 'a secret'),
  numbers: uncounted(ports.numbers, 'a number'),
  expensiveAnswers: uncounted(ports.expensiveAnswers, 'a bounded answer'),
  now: uncountedCall(ports.now, 'the clock'),
  fetchInternal: uncountedCall(ports.fetchInternal, 'another service'),
  notesSources: true,
  ...(ports.documents.sharedChanges && { sharedSources: createSharedSources(ports.documents.sharedChanges) }),
});

/** Creates the versions of a service's sources: the collections, the languages of the site, and those added later. */
const createSharedSources = (changes: SharedChanges): SharedSources => {
  const others: SharedSource[] = siteLanguagesSource.shared === undefined ? [] : [siteLanguagesSource.shared];
  return {
    add: (source) => void others.push(source),
    counts: () => changes.all(),
    read: async () => {
      const versions = new Map<string, SourceVersion | null>(await changes.read());
      for (const { name, version } of others) versions.set(name, version() ?? null);
      return versions;
    },
  };
};

/** Methods of documents that read documents, and nothing else. */
const notedDocuments = (documents: Documents): Documents => {
  const sources = new Map<string, CountedSource>();
  const sourceOf = (collection: Collection): CountedSource => {
    const known = sources.get(collection.name) ?? countedSource(documents, collection);
    sources.set(collection.name, known);
    return known;
  };
  const note = (collection: Collection, filter?: Query['filter']): void => {
    for (const each of collectionsRead(collection, filter)) noteSource(sourceOf(each));
  };
  return {
    ...uncounted(documents, 'the documents as a whole'),
    get: (collection, id) => {
      note(collection);
      return documents.get(collection, id);
    },
    getMany: (collection, ids) => {
      note(collection);
      return documents.getMany(collection, ids);
    },
    find: (collection, query) => {
      note(collection, query.filter);
      return documents.find(collection, query);
    },
    count: (collection, filter) => {
      note(collection, filter);
      return documents.count(collection, filter);
    },
    countBy: (collection, field, values, filter) => {
      note(collection, filter);
      return documents.countBy(collection, field, values, filter);
    },
  };
};

const countedSource = ({ changesOf, sharedChanges }: Documents, collection: Collection): CountedSource => ({
  version: () => changesOf(collection),
  ...(sharedChanges && { shared: { name: collection.name, version: () => sharedChanges.known(collection) } }),
});

type Call<Arguments extends readonly unknown[], Result> = (...args: Arguments) => Result;

const uncountedCall =
  <Arguments extends readonly unknown[], Result>(
    call: Call<Arguments, Result>,
    source: string,
  ): Call<Arguments, Result> =>
  (...args) => {
    noteUncounted(source);
    return call(...args);
  };

/** Returns a port of which every use is noted. */
const uncounted = <Port extends object>(port: Port, source: string): Port => {
  const calls = new Map<string | symbol, unknown>();
  const noted = (name: string | symbol, value: unknown): unknown => {
    if (typeof value !== 'function') {
      noteUncounted(source);
      return value;
    }
    const call = calls.get(name) ?? uncountedCall(value.bind(port), source);
    calls.set(name, call);
    return call;
  };
  return new Proxy(port, { get: (target, name) => noted(name, Reflect.get(target, name)) });
};
