import type { Commands } from '@almanac/event-sourcing';
import type { Answer } from './answer.ts';
import { withinAnswerSize } from './answerSize.ts';
import { EMPTY_BODY } from './body.ts';
import type { Dispatcher } from './dispatcher.ts';
import { embedLinks, readEmbedding } from './embed.ts';
import type { ReceivedRequest } from './exchange.ts';
import { type FailurePorts, failureAnswer } from './failure.ts';
import { formatParams, type Params, parseParams } from './params.ts';
import { splitTarget } from './receive.ts';
import { answerSize, noteUncounted } from './usedLimits.ts';

/** An embeddable link to another service of the site. */
interface EmbedRequest {
  /** From the namespace on, with the query. */
  readonly target: string;
  readonly received: ReceivedRequest;
}

/** Fetches a link's body from another service; undefined if no service has it. */
export type FetchEmbedded = (request: EmbedRequest) => Promise<unknown>;

export interface EmbedderPorts extends FailurePorts {
  readonly dispatcher: Dispatcher;
  readonly commands: Commands;
  readonly fetchEmbedded: FetchEmbedded;
}

/** Maximum number of items in an embedded list, unless its route allows fewer. */
const MAX_EMBEDDED_ITEMS = 100;

/** Adds the links that `_embed` requests (docs/interface/server.md §11); errors are embedded, not answered. */
export const withEmbedded = async (
  ports: EmbedderPorts,
  answer: Answer,
  received: ReceivedRequest,
): Promise<Answer> => {
  const embedding = readEmbedding(received.queryParams);
  if (embedding === undefined || answer.status >= 400 || answer.contentType !== undefined) return answer;
  const resolve = (href: string): Promise<unknown> => resolveLink(ports, href, received);
  return { ...answer, body: await embedLinks(answer.body, embedding, resolve) };
};

const resolveLink = async (ports: EmbedderPorts, href: string, outer: ReceivedRequest): Promise<unknown> => {
  const { apiRoot } = outer.caller;
  if (!href.startsWith(`${apiRoot}/`)) return undefined;
  const { path, query } = splitTarget(href.slice(apiRoot.length));
  const received = subRequest(path, parseParams(query), outer);
  const found = ports.dispatcher.find(received);
  if (found === undefined) return fetched(ports, { target: `${path}?${received.query}`, received });
  const most = found.compiled.route.args.per_page?.words.maximum;
  const fitting = most === undefined ? received : subRequest(path, { per_page: most, ...parseParams(query) }, outer);
  return (await ports.dispatcher.dispatch(fitting, ports.commands)).body;
};

/** Fetches a link of another service. An error becomes the embedded body; the rest of the answer is unaffected. */
const fetched = async (ports: EmbedderPorts, request: EmbedRequest): Promise<unknown> => {
  const { method, path, caller } = request.received;
  noteUncounted('another service');
  try {
    return await withinAnswerSize(answerSize(), () => ports.fetchEmbedded(request));
  } catch (error) {
    return failureAnswer(ports, error, { method, path, language: caller.language, requestId: caller.requestId }).body;
  }
};

/** Returns the request for an embedded link, which inherits only the caller. */
const subRequest = (path: string, params: Params, { caller, abandoned }: ReceivedRequest): ReceivedRequest => {
  const queryParams = { context: 'embed', per_page: MAX_EMBEDDED_ITEMS, ...params };
  return {
    method: 'GET',
    path,
    query: formatParams(queryParams),
    queryParams,
    headers: {},
    caller,
    abandoned,
    body: async () => EMPTY_BODY,
  };
};
