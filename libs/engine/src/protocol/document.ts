import { z } from 'zod';
import { accountOperations } from './account.ts';
import { agencyOperations } from './agency.ts';
import { jobOperations } from './jobs.ts';
import type { Operation } from './operation.ts';
import { KEY_HEADER, SIGNATURE_HEADER, TIME_HEADER } from './signature.ts';

/** All operations of the engine, by id. */
export const operations: Readonly<Record<string, Operation>> = {
  ...jobOperations,
  ...accountOperations,
  ...agencyOperations,
};

const patterns = Object.entries(operations).map(([id, operation]) => ({
  id,
  operation,
  pattern: new RegExp(`^${operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]{1,200})')}$`),
}));

/** Returns the operation of a request with the values in its path; undefined if the engine has none. */
export const findOperation = (method: string | undefined, path: string) => {
  const found = patterns.find(({ operation, pattern }) => operation.method === method && pattern.test(path));
  return found && { id: found.id, operation: found.operation, values: { ...found.pattern.exec(path)?.groups } };
};

type Json = Record<string, unknown>;

/** The body of every refusal. */
export const refusal = z
  .object({ errors: z.array(z.object({ status: z.int(), title: z.string(), detail: z.string() })) })
  .meta({ id: 'Refusal' });

const SIGNING = `Every request bears ${TIME_HEADER} (seconds since the epoch, at most 300 from the engine's clock) and ${SIGNATURE_HEADER}: HMAC-SHA256 in
hexadecimal digits over four lines: the method, the path with its query, the time, and the SHA-256 of the body in hexadecimal digits. ${KEY_HEADER} names
the key: \`operator\`, which both sides were configured with, or the id of a site, whose key registering has given.`;

/** Returns the OpenAPI document of the protocol, which is committed as openapi.json. */
export const protocolDocument = (): Json => {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const [id, declared] of Object.entries(operations)) {
    const method = declared.method.toLowerCase();
    paths[declared.path] = { ...paths[declared.path], [method]: operationOf(id, declared, schemas) };
  }
  const refusalSchema = schemaOf(refusal, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Translation engine',
      version: '1.0.0',
      description: SIGNING,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'https://engine.example.test' }],
    security: [{ key: [], time: [], signature: [] }],
    paths,
    components: {
      schemas,
      responses: {
        Refused: { description: 'Why it was refused', content: { 'application/json': { schema: refusalSchema } } },
      },
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: KEY_HEADER },
        time: { type: 'apiKey', in: 'header', name: TIME_HEADER },
        signature: { type: 'apiKey', in: 'header', name: SIGNATURE_HEADER },
      },
    },
  };
};

const operationOf = (operationId: string, declared: Operation, schemas: Json): Json => {
  const { asked, answer, path, summary, refusals = [], ofSite } = declared;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return {
    operationId,
    summary,
    description:
      ofSite === true ? 'Signed with the key that registering has given.' : 'Signed with the operator’s key.',
    ...(names.length > 0 && {
      parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    }),
    ...(asked !== undefined && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(asked, schemas) } } },
    }),
    responses: {
      200: { description: 'Done', content: contentOf(answer, schemas) },
      ...Object.fromEntries(
        [400, 401, 413, ...refusals].map((status) => [status, { $ref: '#/components/responses/Refused' }]),
      ),
    },
    ...(operationId === 'makeJobs' && { callbacks }),
  };
};

const contentOf = (answer: Operation['answer'], schemas: Json): Json =>
  answer === 'xliff'
    ? { 'application/xliff+xml': { schema: { type: 'string' } } }
    : { 'application/json': { schema: schemaOf(answer, schemas) } };

/** Returns a schema, and moves its named parts to the components. */
const schemaOf = (schema: z.ZodType, schemas: Json): Json => {
  const { $schema: _, $defs = {}, ...made } = z.toJSONSchema(schema, { io: 'input' });
  for (const [name, part] of Object.entries($defs)) schemas[name] = moved(part);
  return moved(made);
};

const moved = (part: unknown): Json =>
  JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/'));

/** Requests of the engine to the site. */
const callbacks: Json = {
  done: {
    '{$request.body#/jobs/*/callback}': {
      get: {
        operationId: 'jobDone',
        summary:
          'A job is done. The address holds a token; nothing is sent with it, and the site fetches the file itself.',
        security: [],
        responses: {
          200: { description: 'Taken, or not of interest any more' },
          422: { description: 'The job is not there, cancelled, or was made anew: do not ask again' },
          '4XX': { description: 'Ask again later, as Retry-After says' },
          '5XX': { description: 'Ask again later, as Retry-After says' },
        },
      },
    },
  },
};
