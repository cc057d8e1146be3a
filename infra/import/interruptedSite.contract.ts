import { RefusedError, type SiteClient, type UploadingClient } from './siteClient.ts';

type Body = Record<string, unknown>;

/** Creates the route of import keys. */
const keysOf = () => {
  const keys = new Map<string, unknown>();
  return (path: string, body: { readonly keys: readonly { key: string; id: number }[] } | undefined) => {
    for (const { key, id } of body?.keys ?? []) keys.set(key, id);
    const asked = urlOf(path).searchParams.getAll('key[]');
    return asked.flatMap((key) => (keys.has(key) ? [{ key, id: keys.get(key) }] : []));
  };
};

const urlOf = (path: string): URL => new URL(path, 'http://site.example');

/** Returns the list that a record belongs to: the path of its kind, with the language. */
const listOf = ({ pathname, searchParams }: URL): string =>
  `${pathname.replace(/\/\d+$/, '')} ${searchParams.get('i18n_language') ?? ''}`;

const pageOf = (all: readonly Body[], query: URLSearchParams): readonly Body[] => {
  const size = Number(query.get('per_page') ?? all.length);
  const skipped = (Number(query.get('page') ?? 1) - 1) * size;
  return all.slice(skipped, skipped + size);
};

/** Creates the routes that read records, by id, by import name, by slug, or a page of a kind. */
const readerOf =
  (records: readonly Body[]) =>
  (path: string): unknown => {
    const url = urlOf(path);
    const query = url.searchParams;
    const uids = query.getAll('import_uid[]');
    const [, id] = /\/(\d+)$/.exec(url.pathname) ?? [];
    if (id !== undefined) return records.find((record) => String(record.id) === id);
    if (url.pathname.endsWith('/events'))
      return { events: records.filter(({ import_uid }) => uids.includes(`${import_uid}`)) };
    const slugs = query.getAll('slug[]');
    const all = records.filter(
      ({ list, slug }) => list === listOf(url) && (slugs.length === 0 || slugs.includes(`${slug}`)),
    );
    const listed = pageOf(all, query);
    return url.pathname === '/cal/events/v1/categories' ? { categories: listed } : listed;
  };

const sentBody = (method: string, body: unknown): Body => (method === 'DELETE' ? { status: 'trash' } : (body as Body));

/**
 * Creates a site in memory with idempotency keys. A run on it is killed at its request `at`, before or after the
 * effect: neither this request nor a later one is answered, so the run does nothing more.
 */
export const createInterruptedSite = () => {
  const records: Body[] = [];
  const answers = new Map<string, Body>();
  const answerKeys = keysOf();
  const write = (path: string, sent: Body): Body => {
    const url = urlOf(path);
    const [, id] = /\/(\d+)$/.exec(url.pathname) ?? [];
    const same = (record: Body) => sent.import_uid !== undefined && record.import_uid === sent.import_uid;
    const known = records.find((record) => String(record.id) === id || same(record));
    const empty = { venue: [], organizer: [], categories: [], cost: '', website: '', slug: '' };
    const made = { ...empty, status: 'publish', modified: '' };
    const record = { ...made, ...sent, list: listOf(url), id: records.length + 1 };
    if (known === undefined) records.push(record);
    return known === undefined ? record : Object.assign(known, sent);
  };
  const read = readerOf(records);
  /** Answers requests that write no record. */
  const unwritten = (method: string, path: string, body: unknown): unknown => {
    if (path.includes('/import-keys')) return answerKeys(path, body as Parameters<typeof answerKeys>[1]);
    return method === 'GET' ? (structuredClone(read(path)) ?? {}) : undefined;
  };
  const runThat = (at: number, isAfter: boolean) => {
    const written: unknown[] = [];
    const { promise: killed, resolve: kill } = Promise.withResolvers<void>();
    const die = (): Promise<never> => {
      kill();
      return new Promise(() => undefined);
    };
    let requests = 0;
    const request = async (method: string, path: string, body?: unknown, key = ''): Promise<unknown> => {
      const isLast = ++requests >= at;
      if (requests > at || (isLast && !isAfter)) return die();
      if (path.includes('/event-import/')) throw new RefusedError(403, 'rest_forbidden', 'no');
      const found = unwritten(method, path, body);
      if (found !== undefined) return found;
      const answer = answers.get(key) ?? write(path, sentBody(method, body));
      if (key !== '') answers.set(key, answer);
      if (isLast) return die();
      written.push(body);
      return structuredClone(answer);
    };
    const client = { request, upload: request } as unknown as UploadingClient & SiteClient;
    return { client, written, killed };
  };
  return { records, runThat };
};
