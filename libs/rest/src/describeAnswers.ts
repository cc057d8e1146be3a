import { languageCodes } from '@almanac/i18n';
import { z } from 'zod';
import { answersOf, type DeclaredAnswer } from './declaredAnswers.ts';
import { statusMessages } from './messages.ts';
import type { Route } from './route.ts';

type Json = Readonly<Record<string, unknown>>;

/** An answer in OpenAPI form; named schemas are references to the document's components. */
export interface AnswerDescription {
  readonly description: string;
  /** By content type. */
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>;
  readonly headers?: Readonly<Record<string, { readonly required: boolean; readonly schema: Json }>>;
  /** The codes of a refusal; OpenAPI 3.0 enumerates them in its schema instead. */
  readonly 'x-codes'?: readonly string[];
}

/** A route's answers by status, and the named schemas that they refer to. */
export interface AnswerDescriptions {
  readonly answers: Readonly<Record<string, AnswerDescription>>;
  readonly schemas: Readonly<Record<string, Json>>;
}

interface SchemaWithNames {
  readonly schema: Json;
  readonly named: Readonly<Record<string, Json>>;
}

/** The OpenAPI version of a description: 3.1, or 3.0 with its keywords. */
export type OpenApiVersion = '3.1' | '3.0';

const TARGETS = { '3.1': 'draft-2020-12', '3.0': 'openapi-3.0' } as const;

const noneConverted = () => ({
  codes: languageCodes(),
  '3.1': new WeakMap<z.ZodType, SchemaWithNames>(),
  '3.0': new WeakMap<z.ZodType, SchemaWithNames>(),
});

let converted = noneConverted();

/** Returns the converted schemas. They are valid as long as the site has the same languages, which schemas enumerate. */
const convertedSchemas = (version: OpenApiVersion): WeakMap<z.ZodType, SchemaWithNames> => {
  if (converted.codes !== languageCodes()) converted = noneConverted();
  return converted[version];
};

/**
 * Removes meaningless and false keywords: the bounds of safe integers, and `date-time` of values with a pattern.
 * A `date-time` has an offset; values described by a pattern have none.
 */
const truthfully = ({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.format === 'date-time' && jsonSchema.pattern !== undefined) delete jsonSchema.format;
};

interface Whole {
  readonly properties: { readonly schema: Json };
  readonly $defs?: SchemaWithNames['named'];
  readonly definitions?: SchemaWithNames['named'];
}

/** Returns a schema as JSON Schema; each is converted once for the same languages. */
const written = (schema: z.ZodType, version: OpenApiVersion): SchemaWithNames => {
  const known = convertedSchemas(version).get(schema);
  if (known !== undefined) return known;
  // wrapped in an object, so that a named schema becomes a reference
  const whole = z.toJSONSchema(z.object({ schema }), { target: TARGETS[version], override: truthfully });
  const text = JSON.stringify(whole).replaceAll(/"#\/(?:\$defs|definitions)\//g, '"#/components/schemas/');
  const { properties, $defs, definitions }: Whole = JSON.parse(text);
  const result = { schema: properties.schema, named: $defs ?? definitions ?? {} };
  convertedSchemas(version).set(schema, result);
  return result;
};

type Collect = (schema: z.ZodType) => Json;

/** Content type of JSON that is sent unchanged: any value, including `null`, unless the answer declares its body. */
const JSON_TYPE = 'application/json';

const contentOf = ({ body, codes, contentTypes = [] }: DeclaredAnswer, collect: Collect, version: OpenApiVersion) => ({
  ...Object.fromEntries(contentTypes.map((type) => [type, { schema: type === JSON_TYPE ? {} : { type: 'string' } }])),
  ...(body !== undefined && {
    [JSON_TYPE]: {
      schema:
        codes === undefined || version === '3.1'
          ? collect(body)
          : { allOf: [collect(body), { properties: { code: { enum: codes } } }] },
    },
  }),
});

const headersOf = (headers: NonNullable<DeclaredAnswer['headers']>, collect: Collect) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, schema]) => [
      name,
      { required: !schema.safeParse(undefined).success, schema: collect(schema) },
    ]),
  );

const describe = (
  [status, answer]: readonly [number, DeclaredAnswer],
  collect: Collect,
  translate: (text: string) => string,
  version: OpenApiVersion,
): AnswerDescription => {
  const content = contentOf(answer, collect, version);
  return {
    description: translate(statusMessages.get(status) ?? String(status)),
    ...(Object.keys(content).length > 0 && { content }),
    ...(answer.headers !== undefined && { headers: headersOf(answer.headers, collect) }),
    ...(answer.codes !== undefined && version === '3.1' && { 'x-codes': answer.codes }),
  };
};

/** Describes the answers of a route. */
export const describeAnswers = (
  route: Route,
  translate: (text: string) => string,
  version: OpenApiVersion = '3.1',
): AnswerDescriptions => {
  const schemas: Record<string, Json> = {};
  const collect: Collect = (schema) => {
    const { schema: json, named } = written(schema, version);
    Object.assign(schemas, named);
    return json;
  };
  const answers = [...answersOf(route)].map(
    (declared) => [declared[0], describe(declared, collect, translate, version)] as const,
  );
  return { answers: Object.fromEntries(answers), schemas };
};
