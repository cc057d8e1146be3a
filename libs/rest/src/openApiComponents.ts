import { STATUS_CODES } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { sharedCodes } from './commonRefusals.ts';
import type { AnswerDescription } from './describeAnswers.ts';
import { headerMessages, openApiMessages } from './openApiMessages.ts';
import type { DescribedOperation, Json } from './openApiPaths.ts';
import { PROBLEM_TYPE } from './problem.ts';
import { LIMIT_HEADERS } from './usedLimits.ts';

/** True if the content of a refusal is that of most others: the common error body, as JSON alone. */
const isErrorContent = (content: AnswerDescription['content'] = {}): boolean => {
  const { 'application/json': json, ...others } = content;
  return json?.schema.$ref === '#/components/schemas/Error' && Object.keys(others).length === 0;
};

/** Headers of requests by the name of their component. */
const REQUEST_HEADERS = {
  ContentDisposition: { name: 'Content-Disposition', description: openApiMessages.fileName },
  IdempotencyKey: { name: 'Idempotency-Key', description: openApiMessages.idempotencyKey },
  IfMatch: { name: 'If-Match', description: openApiMessages.ifMatch },
  IfNoneMatch: { name: 'If-None-Match', description: openApiMessages.ifNoneMatch },
} as const;

/** The same refusal for clients that prefer the form of RFC 9457. */
const PROBLEM_CONTENT = { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } };

const PROBLEM_SCHEMA = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
  },
  required: ['type', 'title', 'status', 'detail', 'code'],
  additionalProperties: true,
};

/** Statuses of refusals that may follow from a limit of the client. */
const LIMITED_STATUSES = new Set(['401', '429']);

/** Statuses of refusals that say when to try again. */
const RETRIED_STATUSES = new Set(['429', '503']);

const OPTIONAL_HEADER = { required: false, schema: { type: 'string' } };

/** Collects the parts of an OpenAPI document that operations refer to, so that each is written once. */
export const createComponents = (translate: (text: string) => string) => {
  const found = {
    schemas: new Map<string, Json>(),
    responses: new Map<string, Json>(),
    parameters: new Map<string, Json>(),
    headers: new Map<string, Json>(),
  };

  /** Returns a reference to a component, or the component itself if another one has its name. */
  const share = (kind: keyof typeof found, name: string, component: Json): Json => {
    const known = found[kind].get(name);
    if (known !== undefined && !isDeepStrictEqual(known, component)) return component;
    found[kind].set(name, component);
    return { $ref: `#/components/${kind}/${name}` };
  };

  const requestHeader = (component: keyof typeof REQUEST_HEADERS): Json => {
    const { name, description } = REQUEST_HEADERS[component];
    const schema = { type: 'string', ...(component === 'IdempotencyKey' && { minLength: 1, maxLength: 255 }) };
    return share('parameters', component, { name, in: 'header', description: translate(description), schema });
  };

  const answerHeaders = (headers: Readonly<Record<string, Json>>): Json =>
    Object.fromEntries(
      Object.entries(headers).map(([name, declared]) => {
        const description = headerMessages.get(name.toLowerCase());
        const described = { ...(description !== undefined && { description: translate(description) }), ...declared };
        return [name, share('headers', name.replaceAll(/\W/g, ''), described)];
      }),
    );

  const makeRefusal = (
    status: string,
    shared: Json & Pick<AnswerDescription, 'content'>,
    methods: readonly string[],
  ) => {
    const { codes, isOfWrites } = sharedCodes(methods, Number(status));
    const name = `${(STATUS_CODES[status] ?? status).replaceAll(/\W/g, '')}${isOfWrites ? 'OfWrite' : ''}`;
    const headers = [
      ...(RETRIED_STATUSES.has(status) ? ['Retry-After'] : []),
      ...(LIMITED_STATUSES.has(status) ? LIMIT_HEADERS : []),
    ];
    share('schemas', 'Problem', PROBLEM_SCHEMA);
    const response = share('responses', name, {
      ...shared,
      content: { ...shared.content, ...PROBLEM_CONTENT },
      ...(headers.length > 0 && {
        headers: answerHeaders(Object.fromEntries(headers.map((each) => [each, OPTIONAL_HEADER]))),
      }),
      ...(codes.length > 0 && { 'x-codes': codes }),
    });
    return { response, codes: new Set(codes) };
  };

  /** Refusals with the common content, by status, methods and description: thousands of answers share some dozens. */
  const refusals = new Map<string, ReturnType<typeof makeRefusal>>();

  /** Returns a reference to the refusal with a status, and the codes that only this operation has. */
  const shareRefusal = (status: string, answer: AnswerDescription, methods: readonly string[]) => {
    const { 'x-codes': all = [], ...shared } = answer;
    const key = [status, methods, shared.description].join(' ');
    const refusal = refusals.get(key) ?? makeRefusal(status, shared, methods);
    refusals.set(key, refusal);
    return { response: refusal.response, own: all.filter((code) => !refusal.codes.has(code)) };
  };

  /** Returns an answer with its headers. One of JSON may have an ETag unless it is a list or confirms a deletion. */
  const ownAnswer = (status: string, { headers = {}, ...answer }: AnswerDescription, method: string): Json => {
    const isList = Object.keys(headers).some((name) => name.endsWith('-Total'));
    const isRecord = answer.content?.['application/json'] !== undefined && !isList;
    const hasTag = status < '300' && method !== 'DELETE' && isRecord;
    const all = { ...(hasTag && { ETag: OPTIONAL_HEADER }), ...headers };
    return { ...answer, ...(Object.keys(all).length > 0 && { headers: answerHeaders(all) }) };
  };

  return {
    /**
     * Returns the answers of an operation. `x-codes` of the operation names by status its codes beside those of the
     * shared refusal.
     */
    responses: ({ route, index, method }: DescribedOperation): Json & { readonly responses: Json } => {
      const methods = route.endpoints[index]?.methods ?? [];
      const answered: Record<string, Json> = {};
      const ownCodes: Record<string, readonly string[]> = {};
      for (const [status, answer] of Object.entries(route.answers?.[index]?.answers ?? {})) {
        const isShared = status >= '400' && answer.headers === undefined && isErrorContent(answer.content);
        const { response, own } = isShared
          ? shareRefusal(status, answer, methods)
          : { response: ownAnswer(status, answer, method), own: [] };
        answered[status] = response;
        if (own.length > 0) ownCodes[status] = own;
      }
      if (method === 'GET')
        answered['304'] = share('responses', 'NotModified', { description: translate(openApiMessages.notModified) });
      return { responses: answered, ...(Object.keys(ownCodes).length > 0 && { 'x-codes': ownCodes }) };
    },
    /** Returns the headers that an operation reads, as parameters. */
    headers: ({ route, index, method }: DescribedOperation): readonly Json[] => {
      if (method === 'GET') return [requestHeader('IfNoneMatch')];
      const changesRecord = method !== 'POST' || route.template.includes('{');
      return [
        ...(method === 'POST' ? [requestHeader('IdempotencyKey')] : []),
        ...(changesRecord ? [requestHeader('IfMatch')] : []),
        ...(route.bodies?.[index] === 'file' ? [requestHeader('ContentDisposition')] : []),
      ];
    },
    /** Returns a reference to the schema of a body, which has the name of an operation. */
    body: (schema: Json, operationId: string): Json =>
      share('schemas', `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Body`, schema),
    all: (): Readonly<Record<keyof typeof found, Json>> => ({
      schemas: Object.fromEntries(found.schemas),
      responses: Object.fromEntries(found.responses),
      parameters: Object.fromEntries(found.parameters),
      headers: Object.fromEntries(found.headers),
    }),
  };
};
