import { forgetBatch, runBatch } from '@almanac/contracts';
import type { Entries } from '@almanac/documents';
import type { RunJointly } from '@almanac/event-sourcing';
import { type DomainError, isDomainError } from '@almanac/i18n';
import { type Answer, envelopeHeaders, type RestResponse } from './answer.ts';
import { BODY_LIMIT } from './body.ts';
import type { Caller } from './caller.ts';
import { contractArgs } from './contractArgs.ts';
import type { Dispatcher } from './dispatcher.ts';
import { restErrors } from './errors.ts';
import type { ReceivedRequest } from './exchange.ts';
import { forgetKey } from './idempotency.ts';
import { CHUNK_CHARACTERS } from './jsonChunks.ts';
import { parseParams } from './params.ts';
import type { Etags } from './preconditions.ts';
import { splitTarget } from './receive.ts';
import { type RestRequest, type Route, route } from './route.ts';
import { INTERNAL } from './seals.ts';
import { withEtag } from './send.ts';
import { withJson } from './sharedViews.ts';

/** A batch item as the gateway sends it. */
export interface BatchItem {
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined;
  /** With its query; without site, language and prefix. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
}

/** The answer to an item; null for an item that a dry run, or a stopped batch, found valid. */
export type BatchEntry = Readonly<{
  body: unknown;
  status: number;
  headers: ReturnType<typeof envelopeHeaders>;
}> | null;

/** The answer of `POST /internal/batch`, in the order of the items. */
export interface BatchAnswer {
  readonly failed?: 'validation';
  readonly responses: readonly BatchEntry[];
}

export interface BatchPorts {
  readonly dispatcher: () => Dispatcher;
  readonly etags: Etags;
  /** Runs the items in list order, with their changes in one commit if possible. */
  readonly runJointly: RunJointly;
}

/**
 * Runs this service's items of a batch, in the order of the list (docs/interface/batch.md, docs/architecture.md §4).
 */
export const batchRoute = (ports: BatchPorts): Route =>
  route({
    namespace: INTERNAL,
    path: '/batch',
    methods: ['POST'],
    summary: 'Runs the items of a batch that are for this service.',
    hidden: true,
    // for visitors too: the gateway has checked the size, and re-serialized JSON may be longer
    bodyLimit: BODY_LIMIT + 1024 * 1024,
    args: contractArgs(runBatch),
    handle: async (request) => {
      const items = request.args.items.map((item, index) => prepare(ports.dispatcher(), item, { request, index }));
      const { validation, dryRun } = request.args;
      if (!dryRun && validation === 'normal') return run(ports, items, request);
      const refused = await Promise.all(items.map((item) => validate(ports.dispatcher(), item, request)));
      const failed = refused.some((answer) => answer !== undefined);
      if (!dryRun && !failed) return run(ports, items, request);
      const responses = refused.map((answer) =>
        answer === undefined ? null : { ...entryOf(ports, answer), headers: [] },
      );
      return { body: { ...(failed ? { failed: 'validation' } : {}), responses } };
    },
  });

/**
 * Frees the key of a batch. The gateway calls it if no item of the whole batch was carried out. Each service stores
 * its answer until the gateway has the answers of all services, so that no other batch takes the key.
 */
export const forgetBatchRoute = (entries: Entries): Route =>
  route({
    namespace: INTERNAL,
    path: '/batch/forget',
    methods: ['POST'],
    summary: 'Leaves the key of a batch free in which nothing was carried out.',
    hidden: true,
    args: contractArgs(forgetBatch),
    handle: async ({ args, context }) => {
      await forgetKey({ entries }, [context.principal, 'POST /internal/batch', args.key]);
      return { body: {} };
    },
  });

interface Item {
  readonly received: ReceivedRequest;
  /** The error if the item cannot run at all. */
  readonly barred?: DomainError;
  /** True if the answer may contain secrets, which are not stored for repeats. */
  readonly secret?: boolean;
}

interface ItemContext {
  readonly request: RestRequest;
  readonly index: number;
}

/** Prepares an item. An unreadable item fails alone; the others run (docs/interface/batch.md §7). */
const prepare = (dispatcher: Dispatcher, item: BatchItem, context: ItemContext): Item => {
  const received = receivedItem(item, context);
  try {
    if (!isParsable(item.path)) throw restErrors.pathFailed();
    return place(dispatcher, { ...received, queryParams: parseParams(received.query) });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { received, barred: error };
  }
};

const place = (dispatcher: Dispatcher, received: ReceivedRequest): Item => {
  const found = dispatcher.find(received);
  if (found === undefined) return { received };
  const { batch, keepAnswer } = found.compiled.route;
  if (batch) return { received, secret: keepAnswer === false };
  return { received, barred: restErrors.batchNotAllowed() };
};

/**
 * True if a path can be parsed. A path that looks like a host is valid, but matches no route; an invalid host is not.
 */
const isParsable = (path: string): boolean =>
  path !== '' &&
  !/^(?:[a-z][a-z\d+.-]*:)?\/\/\//i.test(path) &&
  (/^\/(?!\/)/.test(path) || !/^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(path) || URL.canParse(path, 'http://host'));

/**
 * Returns an item as a request of its own, with its query unparsed.
 * Its body counts as a form with JSON types; it has no other headers than its own (A3).
 */
const receivedItem = ({ method = 'POST', path: target, body = {}, headers = {} }: BatchItem, context: ItemContext) => {
  const { path, query } = splitTarget(target.split('#', 1)[0] ?? '');
  const own = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase().replaceAll('_', '-'),
    [value].flat().join(', '),
  ]);
  // serialized on demand, since few handlers read the bytes
  const parsed = {
    params: body,
    get bytes() {
      return Buffer.from(JSON.stringify(body));
    },
  };
  return {
    method,
    path,
    query,
    queryParams: {},
    headers: Object.fromEntries(own),
    caller: callerOfItem(context.request),
    body: async () => parsed,
    abandoned: context.request.abandoned,
    goesOn: context.request.goesOn,
    ...onceOf(context),
  } satisfies ReceivedRequest;
};

/** Under a key each item commits alone with an id of its own. An interrupted attempt then resumes item by item. */
const onceOf = ({ request: { once }, index }: ItemContext) =>
  once === undefined ? {} : { once: { ...once, id: `${once.id}.${index}` } };

const callerOfItem = ({ principal, language, site, apiRoot, context }: RestRequest): Caller => ({
  principal,
  language,
  site,
  apiRoot,
  requestId: context.correlation,
});

const validate = (dispatcher: Dispatcher, { received, barred }: Item, { commands }: RestRequest) =>
  barred === undefined ? dispatcher.validate(received) : dispatcher.refuse(barred, received, commands);

const run = async (ports: BatchPorts, items: readonly Item[], request: RestRequest): Promise<RestResponse> => {
  const dispatcher = ports.dispatcher();
  const settled = await ports.runJointly(
    items.map(({ received, barred }) => async (commands) => {
      const answer = await (barred === undefined
        ? dispatcher.dispatch(received, commands)
        : dispatcher.refuse(barred, received, request.commands));
      // in the item's own turn: writing all texts at once would delay other requests
      return { answer, entry: entryOf(ports, answer) };
    }),
  );
  const ran = settled.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
  const answers = ran.map(({ answer }) => answer);
  const positions = answers.flatMap((answer) => answer.position ?? []);
  return {
    body: { responses: ran.map(({ entry }) => entry) },
    ...(request.once === undefined ? {} : { committed: true, ...(await keeping(ports, { items, answers, request })) }),
    unfinished: answers.some((answer) => answer.status === 503),
    ...(positions.length === 0 ? {} : { position: Math.max(...positions) }),
  };
};

interface Ran {
  readonly items: readonly Item[];
  readonly answers: readonly Answer[];
  readonly request: RestRequest;
}

/** Returns the answers for repeats. An answer with secrets is replaced by the error that it was not stored. */
const keeping = async (ports: BatchPorts, { items, answers, request }: Ran): Promise<Pick<RestResponse, 'kept'>> => {
  const lost = answers.map((answer, index) => (answer.status < 400 && items[index]?.secret ? items[index] : undefined));
  if (lost.every((item) => item === undefined)) return {};
  const entries = answers.map(async (answer, index) => {
    const item = lost[index];
    if (item === undefined) return entryOf(ports, answer);
    return entryOf(ports, await ports.dispatcher().refuse(restErrors.keyAnswerLost(), item.received, request.commands));
  });
  return { kept: { responses: await Promise.all(entries) } };
};

/**
 * Returns the entry of an answer. The JSON of a record is made once, for its ETag and for the answer of the batch; that of
 * a long one is not kept, but made again in pieces.
 */
const entryOf = ({ etags }: BatchPorts, plain: Answer): NonNullable<BatchEntry> => {
  const json = plain.version === undefined ? undefined : JSON.stringify(plain.body);
  const { body, status, headers: sent } = withEtag(etags, plain, json ?? '');
  const headers = envelopeHeaders(sent);
  const entry = { body, status, headers };
  if (json === undefined) return entry;
  const text = `{"body":${json},"status":${status},"headers":${JSON.stringify(headers)}}`;
  return text.length < CHUNK_CHARACTERS ? withJson(entry, text) : entry;
};
