import { STATUS_CODES } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { sharedCodes } from './commonRefusals.ts';
import type { AnswerDescription } from './describeAnswers.ts';
import type { DescribedOperation, Json } from './openApiPaths.ts';

/** The content of a refusal that is like most others. */
const ERROR_CONTENT = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

/** Collects the parts of an OpenAPI document that operations refer to, so that each is written once. */
export const createComponents = () => {
  const responses = new Map<string, Json>();
  const schemas = new Map<string, Json>();

  /** Returns a reference to the refusal with a status, and the codes that only this operation has. */
  const shareRefusal = (status: string, answer: AnswerDescription, methods: readonly string[]) => {
    const { codes, isOfWrites } = sharedCodes(methods, Number(status));
    const name = `${(STATUS_CODES[status] ?? status).replaceAll(/\W/g, '')}${isOfWrites ? 'OfWrite' : ''}`;
    const { 'x-codes': all = [], ...shared } = answer;
    responses.set(name, { ...shared, ...(codes.length > 0 && { 'x-codes': codes }) });
    const own = all.filter((code) => !codes.includes(code));
    return { response: { $ref: `#/components/responses/${name}` }, own };
  };

  return {
    /**
     * Returns the answers of an operation. `x-codes` of the operation names by status its codes beside those of the
     * shared refusal.
     */
    responses: ({ route, index }: DescribedOperation): Json & { readonly responses: Json } => {
      const methods = route.endpoints[index]?.methods ?? [];
      const answered: Record<string, Json> = {};
      const ownCodes: Record<string, readonly string[]> = {};
      for (const [status, answer] of Object.entries(route.answers[index]?.answers ?? {})) {
        const isShared =
          status >= '400' && answer.headers === undefined && isDeepStrictEqual(answer.content, ERROR_CONTENT);
        const { response, own } = isShared
          ? shareRefusal(status, answer, methods)
          : { response: { ...answer }, own: [] };
        answered[status] = response;
        if (own.length > 0) ownCodes[status] = own;
      }
      return { responses: answered, ...(Object.keys(ownCodes).length > 0 && { 'x-codes': ownCodes }) };
    },
    /** Returns a reference to the schema of a body, which has the name of an operation. */
    body: (schema: Json, operationId: string): Json => {
      const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Body`;
      schemas.set(name, schema);
      return { $ref: `#/components/schemas/${name}` };
    },
    all: () => ({ schemas: Object.fromEntries(schemas), responses: Object.fromEntries(responses) }),
  };
};
