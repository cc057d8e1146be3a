import { z } from 'zod';
import { answersOf, type DeclaredAnswer } from './declaredAnswers.ts';
import { statusMessages } from './messages.ts';
import type { Route } from './route.ts';

type Json = Readonly<Record<string, unknown>>;

/** An answer in the words of OpenAPI; schemas that have a name are references into the document's components. */
export interface AnswerDescription {
  readonly description: string;
  /** By content type. */
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>;
  readonly headers?: Readonly<Record<string, { readonly required: boolean; readonly schema: Json }>>;
}

/** What a route answers by status, and the named schemas that it refers to. */
export interface AnswerDescriptions {
  readonly answers: Readonly<Record<string, AnswerDescription>>;
  readonly schemas: Readonly<Record<string, Json>>;
}

interface Written {
  readonly schema: Json;
  readonly named: Readonly<Record<string, Json>>;
}

const made = new WeakMap<z.ZodType, Written>();

/** The bounds of whole numbers that JavaScript counts exactly say nothing about an answer. */
const withoutSafeBounds = ({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
};

/** A schema as JSON Schema of OpenAPI 3.1, made once. */
const written = (schema: z.ZodType): Written => {
  const known = made.get(schema);
  if (known !== undefined) return known;
  // within an object, so that a named schema becomes a reference
  const whole = z.toJSONSchema(z.object({ schema }), { override: withoutSafeBounds });
  const text = JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { properties, $defs = {} } = JSON.parse(text) as { properties: { schema: Json }; $defs?: Record<string, Json> };
  const result = { schema: properties.schema, named: $defs };
  made.set(schema, result);
  return result;
};

type Collect = (schema: z.ZodType) => Json;

const contentOf = ({ body, codes, contentTypes = [] }: DeclaredAnswer, collect: Collect) => ({
  ...(body !== undefined && {
    'application/json': {
      schema:
        codes === undefined ? collect(body) : { allOf: [collect(body), { properties: { code: { enum: codes } } }] },
    },
  }),
  ...Object.fromEntries(contentTypes.map((type) => [type, { schema: { type: 'string' } }])),
});

const headersOf = (headers: NonNullable<DeclaredAnswer['headers']>, collect: Collect) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, schema]) => [
      name,
      { required: !schema.safeParse(undefined).success, schema: collect(schema) },
    ]),
  );

const describe = (status: number, answer: DeclaredAnswer, collect: Collect, translate: (text: string) => string) => {
  const content = contentOf(answer, collect);
  return {
    description: translate(statusMessages.get(status) ?? String(status)),
    ...(Object.keys(content).length > 0 && { content }),
    ...(answer.headers !== undefined && { headers: headersOf(answer.headers, collect) }),
  };
};

/** Describes the answers of a route. */
export const describeAnswers = (route: Route, translate: (text: string) => string): AnswerDescriptions => {
  const schemas: Record<string, Json> = {};
  const collect: Collect = (schema) => {
    const { schema: json, named } = written(schema);
    Object.assign(schemas, named);
    return json;
  };
  const answers = [...answersOf(route)].map(
    ([status, answer]) => [status, describe(status, answer, collect, translate)] as const,
  );
  return { answers: Object.fromEntries(answers), schemas };
};
