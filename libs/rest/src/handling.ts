import { codeOf } from '@almanac/i18n';
import { type Answer, answerOf } from './answer.ts';
import type { Body } from './body.ts';
import { restErrors } from './errors.ts';
import { type FailurePorts, failureAnswer } from './failure.ts';
import { type IdempotencyPorts, type IdempotentWork, idempotently } from './idempotency.ts';
import type { FoundCommit, RequestCommits, RestRequest, Route } from './route.ts';
import type { FoundRoute } from './routeTable.ts';
import type { TrackedCommands } from './trackedCommands.ts';

/** A request that has passed its declaration's rules and its permission. */
export interface PermittedRequest {
  readonly found: FoundRoute;
  readonly request: RestRequest;
  readonly tracked: TrackedCommands;
  readonly body: Body;
  readonly once?: RequestCommits | undefined;
  /** The commit of an earlier attempt, if it made one. */
  readonly earlier?: FoundCommit | undefined;
}

/**
 * Returns the commit that an earlier attempt of a batch item has made.
 * @throws DomainError 409 if its answer cannot be rebuilt
 */
export const earlierCommit = async (
  { findCommit }: IdempotencyPorts,
  { compiled }: FoundRoute,
  once: RequestCommits | undefined,
) => {
  const commit = once?.resumed ? await findCommit(once.id) : undefined;
  if (commit !== undefined && compiled.route.recover === undefined) throw restErrors.keyAnswerLost();
  return commit;
};

const recovered = async ({ recover }: Route, request: RestRequest, commit: FoundCommit): Promise<Answer> => {
  if (recover === undefined) throw restErrors.keyAnswerLost();
  return answerOf(await recover(request, commit), commit.position);
};

/**
 * Passes a request to its handler; a POST with `Idempotency-Key`, or a batch item under one, only once.
 * @throws DomainError 412 for a read that `If-Match` does not fit; writes compare the version in their command
 */
export const handle = async (ports: IdempotencyPorts & FailurePorts, permitted: PermittedRequest): Promise<Answer> => {
  const { found, request } = permitted;
  const { route } = found.compiled;
  const key = idempotencyKeyOf(request);
  if (key !== undefined && !route.passesKey) return idempotently(ports, workOf(ports, permitted, key));
  if (permitted.earlier !== undefined) return recovered(route, request, permitted.earlier);
  if (permitted.once !== undefined) return borne(ports, permitted, permitted.once);
  const answer = await carriedOut(permitted);
  if (request.method === 'GET' && answer.version !== undefined) request.ifMatch?.require(answer.version);
  return answer;
};

type KeyedRequest = Pick<RestRequest, 'method' | 'headers' | 'principal'>;

/**
 * Returns the key of a POST, if it has one. Visitors' keys are ignored: all visitors are one principal and could fill
 * the store.
 * @throws DomainError 400 for an invalid key
 */
export const idempotencyKeyOf = ({ method, headers, principal }: KeyedRequest): string | undefined => {
  const counts = method === 'POST' && principal.kind !== 'anonymous';
  const header = counts ? headers['idempotency-key'] : undefined;
  if (header === undefined) return undefined;
  const key = String(header).trim();
  if (key.length >= 1 && key.length <= 255) return key;
  throw restErrors.keyInvalid();
};

/**
 * Returns a body's identity. For a body that the handler reads, its headers count without the form's boundary, which is
 * new in every attempt.
 */
const bodyPrint = ({ headers }: RestRequest, { bytes }: Body): (string | Buffer)[] => {
  const type = headers['content-type'] ?? '';
  if (bytes.length > 0) return [type, bytes];
  const length = headers['content-length'] ?? '';
  return [
    type.split(';', 1)[0] ?? '',
    length,
    headers['content-disposition'] ?? '',
    String(headers['content-md5'] ?? ''),
  ];
};

/**
 * Runs a request whose commit has a given id.
 * If another attempt has committed under that id meanwhile, the answer is rebuilt from its commit; this attempt's
 * decision is dropped.
 */
const borne = async (
  { findCommit }: IdempotencyPorts,
  permitted: PermittedRequest,
  { id }: RequestCommits,
): Promise<Answer> => {
  const { found, request, tracked } = permitted;
  tracked.bear(id);
  try {
    return await carriedOut(permitted);
  } catch (error) {
    if (!isTaken(error, id)) throw error;
    try {
      const commit = await findCommit(id);
      if (commit === undefined) throw error;
      return await recovered(found.compiled.route, request, commit);
    } catch (fault) {
      throw isAway(fault) ? restErrors.outcomeUnknown() : fault;
    }
  }
};

/** Runs the handler. If the store fails after a commit, the outcome counts as unknown. */
const carriedOut = async ({ found, request, tracked }: PermittedRequest): Promise<Answer> => {
  try {
    return answerOf(await found.compiled.route.handle(request), tracked.position());
  } catch (error) {
    throw isAway(error) && tracked.position() !== undefined ? restErrors.outcomeUnknown() : error;
  }
};

const isAway = (error: unknown): boolean => codeOf(error) === 'store-unavailable';

const isTaken = (error: unknown, id: string): boolean =>
  codeOf(error) === 'key-taken' && error instanceof Error && 'key' in error && error.key === `once/${id}`;

const answerTo = async (
  ports: IdempotencyPorts & FailurePorts,
  permitted: PermittedRequest,
  once: RequestCommits,
): Promise<Answer> => {
  const { request } = permitted;
  try {
    return await borne(ports, { ...permitted, request: { ...request, once } }, once);
  } catch (error) {
    const failure = failureAnswer(ports, error, { ...request, requestId: request.context.correlation });
    // the key stays with the existing commit
    return restErrors.keyAnswerLost.matches(error) ? { ...failure, unfinished: true } : failure;
  }
};

const workOf = (ports: IdempotencyPorts & FailurePorts, permitted: PermittedRequest, key: string): IdempotentWork => {
  const { found, request, tracked, body } = permitted;
  const { route } = found.compiled;
  return {
    scope: [request.context.principal, `${request.method} ${found.group.pattern}`, key],
    fingerprint: [request.path, request.query, ...bodyPrint(request, body)],
    keepAnswer: route.keepAnswer !== false,
    run: async (once) => {
      const answer = await answerTo(ports, permitted, once);
      const position = answer.position ?? tracked.position();
      return { answer, committed: answer.committed === true || position !== undefined };
    },
    recover: (commit) => recovered(route, request, commit),
  };
};
