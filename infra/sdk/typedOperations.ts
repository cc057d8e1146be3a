import type { InterfaceAnswer, InterfaceDocument, Operation } from './interfaceDocument.ts';

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';

/** The form of refusals that the client does not request. */
const PROBLEM = 'application/problem+json';

/**
 * Returns the document with bodies and refusals in the place of references to them. The generator requires members
 * with defaults in a body that is referred to, and it does not know `x-codes`, which become enumerations.
 */
export const withTypedOperations = (document: InterfaceDocument): InterfaceDocument => {
  const { responses: shared = {}, schemas = {} } = document.components ?? {};

  const inPlace = (answer: InterfaceAnswer, ownCodes: readonly string[]): InterfaceAnswer => {
    const { 'x-codes': codes = [], ...resolved } =
      answer.$ref === undefined ? answer : (shared[nameOf(answer.$ref)] ?? {});
    const all = [...codes, ...ownCodes];
    const { [PROBLEM]: _, ...content } = resolved.content ?? {};
    const json = content['application/json'];
    if (json === undefined) return resolved;
    if (all.length === 0) return { ...resolved, content };
    const schema = { allOf: [json.schema, { properties: { code: { enum: all } } }] };
    return { ...resolved, content: { ...content, 'application/json': { ...json, schema } } };
  };

  const bodyInPlace = ({ content }: NonNullable<Operation['requestBody']>) =>
    Object.fromEntries(
      Object.entries(content).map(([type, { schema, ...others }]) => {
        const named = schema.$ref === undefined ? undefined : schemas[nameOf(schema.$ref)];
        return [type, { ...others, schema: named ?? schema }] as const;
      }),
    );

  const typed = (operation: Operation): Operation => {
    const answers = Object.entries(operation.responses).map(
      ([status, answer]) => [status, inPlace(answer, operation['x-codes']?.[status] ?? [])] as const,
    );
    const { requestBody } = operation;
    return {
      ...operation,
      ...(requestBody && { requestBody: { ...requestBody, content: bodyInPlace(requestBody) } }),
      responses: Object.fromEntries(answers),
    };
  };

  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const all = Object.entries(operations).map(([method, operation]) => [method, typed(operation)] as const);
    return [path, Object.fromEntries(all)] as const;
  });
  const bodies = new Set(
    Object.values(document.paths)
      .flatMap(Object.values<Operation>)
      .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
      .flatMap(({ schema }) => (schema.$ref === undefined ? [] : [nameOf(schema.$ref)])),
  );
  const others = Object.entries(schemas).filter(([name]) => !bodies.has(name));
  const components = { ...document.components, schemas: Object.fromEntries(others) };
  return { ...document, paths: Object.fromEntries(paths), components };
};
