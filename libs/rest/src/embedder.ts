import type { Commands } from '@almanac/event-sourcing';
import type { Answer } from './answer.ts';
import { EMPTY_BODY } from './body.ts';
import type { Dispatcher } from './dispatcher.ts';
import { embedLinks, readEmbedding } from './embed.ts';
import type { Received } from './exchange.ts';
import { type FailurePorts, failureAnswer } from './failure.ts';
import { formatParams, type Params, parseParams } from './params.ts';
import { splitTarget } from './receive.ts';

/** An embeddable link that leads to another service of the site. */
interface EmbedRequest {
  /** From the namespace on, with the query. */
  readonly target: string;
  readonly received: Received;
}

/** Asks another service for a link's body; undefined where no service has it. */
export type FetchEmbedded = (request: EmbedRequest) => Promise<unknown>;

export interface EmbedderPorts extends FailurePorts {
  readonly dispatcher: Dispatcher;
  readonly commands: Commands;
  readonly fetchEmbedded: FetchEmbedded;
}

/** A list within a record is embedded as long as its route lets it be. */
const LONGEST = 100;

/** The answer with what `_embed` asks for (docs/interface/server.md §11); errors are embedded, not answered. */
export const withEmbedded = async (ports: EmbedderPorts, answer: Answer, received: Received): Promise<Answer> => {
  const embedding = readEmbedding(received.queryParams);
  if (embedding === undefined || answer.status >= 400 || answer.contentType !== undefined) return answer;
  const resolve = (href: string): Promise<unknown> => resolveLink(ports, href, received);
  return { ...answer, body: await embedLinks(answer.body, embedding, resolve) };
};

const resolveLink = async (ports: EmbedderPorts, href: string, outer: Received): Promise<unknown> => {
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

/** A service that is down makes its error the embedded body, and leaves the rest of the answer as it is. */
const fetched = async (ports: EmbedderPorts, request: EmbedRequest): Promise<unknown> => {
  const { method, path, caller } = request.received;
  try {
    return await ports.fetchEmbedded(request);
  } catch (error) {
    return failureAnswer(ports, error, { method, path, language: caller.language, requestId: caller.requestId }).body;
  }
};

/** The request for an embedded link inherits only the caller. */
const subRequest = (path: string, params: Params, { caller, abandoned }: Received): Received => {
  const queryParams = { context: 'embed', per_page: LONGEST, ...params };
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
