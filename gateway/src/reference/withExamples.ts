import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSampler } from './sampled.ts';

type Json = Readonly<Record<string, unknown>>;

interface Content {
  readonly schema: object;
  readonly example?: unknown;
}
type Contents = Readonly<Record<string, Content>>;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: object;
}

export interface Operation extends Json {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, Json & { readonly content?: Contents }>>;
  readonly security?: readonly unknown[];
}

export interface ExampleDocument extends Json {
  readonly components?: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Examples by operation (`post /core/v2/posts`), then by `request` or the status of the answer. */
type Examples = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

let written: Examples | undefined;

/** Reads the examples of recorded exchanges or schemas, written by `npm run examples --workspace e2e`. */
const writtenExamples = (): Examples => {
  const examples: Examples = written ?? JSON.parse(readFileSync(join(import.meta.dirname, 'examples.json'), 'utf8'));
  written = examples;
  return examples;
};

/** Example of a body that is not JSON: files and event streams. */
const BYTES_PLACEHOLDER = '…';

/**
 * Adds an example to every body of requests and successful answers in an OpenAPI document.
 * It uses the recorded example; an operation without one gets a sample of its schema.
 */
export const withExamples = (document: Json, examples: Examples = writtenExamples()): ExampleDocument => {
  let sampler: ReturnType<typeof createSampler> | undefined;
  const inContents = (contents: Contents, known: unknown, isRequest = false): Contents =>
    Object.fromEntries(
      Object.entries(contents).map(([type, content]) => [
        type,
        { ...content, example: exampleOf(type, content, known, isRequest) },
      ]),
    );

  const exampleOf = (type: string, { schema }: Content, known: unknown, isRequest: boolean): unknown => {
    if (type === 'multipart/form-data') return { file: BYTES_PLACEHOLDER };
    if (type !== 'application/json') return BYTES_PLACEHOLDER;
    if (known !== undefined) return known;
    sampler ??= createSampler(document);
    return sampler(schema, isRequest);
  };

  const inOperation = (operation: Operation, known: Examples[string]): Operation => {
    const { requestBody, responses } = operation;
    const [first, ...others] = Object.entries(requestBody?.content ?? {});
    const answers = Object.entries(responses).map(([status, answer]) => {
      const { content } = answer;
      if (content === undefined || status >= '300') return [status, answer] as const;
      return [status, { ...answer, content: inContents(content, known[status]) }] as const;
    });
    return {
      ...operation,
      ...(first && {
        requestBody: {
          ...requestBody,
          content: { ...inContents(Object.fromEntries([first]), known.request, true), ...Object.fromEntries(others) },
        },
      }),
      responses: Object.fromEntries(answers),
    };
  };

  // the gateway itself built this document
  const paths = Object.entries(document.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>);
  const shown = paths.map(([path, methods]) => {
    const operations = Object.entries(methods).map(([method, operation]) => {
      const name = `${method} ${path}`;
      return [method, inOperation(operation, Object.hasOwn(examples, name) ? (examples[name] ?? {}) : {})] as const;
    });
    return [path, Object.fromEntries(operations)] as const;
  });
  return { ...document, paths: Object.fromEntries(shown) };
};
