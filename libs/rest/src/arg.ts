import { z } from 'zod';
import { messages } from './messages.ts';

/**
 * The JSON-schema keywords that describe an argument to clients (docs/interface/server.md §13.2); undefined ones are
 * omitted.
 * Builders derive them from their rules: zod cannot describe conversions, which most arguments have.
 */
export interface SchemaKeywords {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly format?: string | undefined;
  /** A function returns the values of the moment: those of the site's languages change while a process runs. */
  readonly enum?: readonly unknown[] | (() => readonly unknown[]) | undefined;
  readonly items?: SchemaKeywords | undefined;
  readonly properties?: Readonly<Record<string, SchemaKeywords>> | undefined;
  readonly additionalProperties?: boolean | SchemaKeywords | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly pattern?: string | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly uniqueItems?: boolean | undefined;
  readonly anyOf?: readonly SchemaKeywords[] | undefined;
  readonly oneOf?: readonly SchemaKeywords[] | undefined;
  /** Of a property: its value if it was never written. Arguments have `default` in their options. */
  readonly default?: unknown;
  /** Of a property: true if the object always has it. Arguments are described with `required` by the route. */
  readonly required?: boolean | undefined;
  /** Of a property of a published schema: the contexts that contain it, and true if it is read-only. */
  readonly context?: readonly string[] | undefined;
  readonly readonly?: boolean | undefined;
}

/** The published schema of a resource (docs/interface/server.md §13.3). */
export interface ResourceSchema extends SchemaKeywords {
  readonly $schema: 'http://json-schema.org/draft-04/schema#';
  readonly title: string;
  readonly type: 'object';
  readonly properties: Readonly<Record<string, SchemaKeywords>>;
  /** Actions on the resource beyond its methods. */
  readonly links?: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Treatment of JSON null: `absent` as if it was not sent (calendar), `accept` passes it on, `refuse` answers 400
 * (docs/interface/core-posts.md §6).
 */
type OnNull = 'absent' | 'accept' | 'refuse';

/** Options of every builder. */
export interface ArgOptions<Value> {
  readonly description?: string;
  readonly required?: boolean;
  /** Of a required argument: other arguments, any of which may be sent instead. */
  readonly requiredUnless?: string | readonly string[];
  /** Value if the client sends nothing; null is described but never used. A function is called at each use. */
  readonly default?: Value | null | (() => Value);
  /** True if null is a value of this argument, and is described as such. */
  readonly nullable?: boolean;
  readonly onNull?: OnNull;
  /** True if the empty text counts as not sent (`?categories=` is no filter). */
  readonly blankAbsent?: boolean;
  /** Keywords that replace those of the rules; undefined omits a keyword. */
  readonly words?: SchemaKeywords;
  /** A further rule for the converted and cleaned value, without stored data; an `Invalid` or its text refuses it. */
  readonly check?: (value: Value) => Invalid | string | undefined;
  /**
   * Cleans or parses the value after the permission, for expensive work: the permission sees the value without it.
   * `check` runs afterwards. Not for members of compound arguments.
   */
  readonly clean?: (value: Value) => Value | Invalid;
  /** The detail code of its refusals, instead of the codes of the rules. */
  readonly refusedAs?: string;
  /** True to read the argument from body and query although the path captures its name (`slug` in a body renames). */
  readonly apartFromPath?: boolean;
  /** True to read the argument from the query alone: a value in a body is ignored. */
  readonly queryOnly?: boolean;
  /**
   * The path always contains the argument, so a handler finds a value; `required` decides whether the declared
   * interface marks it (docs/interface/server.md §13.2).
   */
  readonly inPath?: true;
}

/** A declared argument: its check, its conversion and its description. */
export interface Arg<Value = unknown, Always extends boolean = boolean> {
  /**
   * Returns the schema that converts a received value, or reports issues (`refusals.ts` assigns their codes). It is
   * built at the first call: a start declares thousands of arguments and uses few.
   */
  readonly schema: () => z.ZodType<Value>;
  /** Cleans the converted value after the permission, or refuses it. */
  readonly clean?: (value: unknown) => unknown;
  readonly words: SchemaKeywords;
  readonly required: boolean;
  readonly requiredUnless?: string | readonly string[];
  readonly default?: unknown;
  /** False if the default is only described, as on updates. */
  readonly appliesDefault: boolean;
  readonly onNull: OnNull;
  /** True if null is a value, even of a required argument. */
  readonly nullable: boolean;
  readonly blankAbsent: boolean;
  readonly apartFromPath: boolean;
  readonly queryOnly: boolean;
  readonly refusedAs?: string;
  /** Only for inference: true if a handler always finds a value. */
  readonly always?: Always;
}

export type Args = Readonly<Record<string, Arg>>;

/** The values that a handler receives: optional unless required or with a default. */
export type Values<A extends Args> = {
  readonly [Name in keyof A]: A[Name] extends Arg<infer Value, infer Always>
    ? true extends Always
      ? Value
      : Value | undefined
    : never;
};

type AlwaysOf<O> = O extends { readonly inPath: true }
  ? true
  : O extends { readonly required: true }
    ? O extends { readonly requiredUnless: string | readonly string[] }
      ? false
      : true
    : O extends { readonly default: infer D }
      ? null extends D
        ? false
        : true
      : false;
type NullOf<O> = O extends { readonly nullable: true } | { readonly onNull: 'accept' } ? null : never;

export type ArgOf<Value, O> = Arg<Value | NullOf<O>, AlwaysOf<O>>;

type Params = Readonly<Record<string, string | number>>;

/** The refusal of a value: English text with `{name}` placeholders, and its `data.details`. */
export class Invalid {
  readonly message: string;
  readonly code: string;
  readonly params: Params;
  readonly data: Readonly<Record<string, unknown>> | null;
  /** The refused member of the value, where it is not the whole value. */
  readonly member: string | undefined;

  constructor(
    message: string,
    code: string,
    params: Params,
    data: Readonly<Record<string, unknown>> | null,
    member?: string,
  ) {
    this.message = message;
    this.code = code;
    this.params = params;
    this.data = data;
    this.member = member;
  }
}

/** Creates a refusal for an argument's `parse` or `check`. The placeholder `{name}` stands for the argument's name. */
export const invalid = (
  message: string,
  code = 'rest_invalid_param',
  params: Params = {},
  data: Readonly<Record<string, unknown>> | null = null,
): Invalid => new Invalid(message, code, params, data);

/** Returns the refusal of a value, or of one of its members (`title[raw]`), that has another type. */
export const wrongType = (type: string, member?: string): Invalid =>
  new Invalid(messages.wrongType, 'rest_invalid_type', { type }, null, member);

/** Reports a refusal to zod so that it keeps its own code. */
export const refuse = (context: z.RefinementCtx, refusal: Invalid): never => {
  const path = refusal.member === undefined ? [] : [refusal.member];
  context.addIssue({ code: 'custom', message: refusal.message, path, params: { refusal } });
  return z.NEVER;
};

/** Returns a schema that accepts any value and converts it, or refuses it in the context. */
export const converting = <Value>(convert: (value: unknown, context: z.RefinementCtx) => Value): z.ZodType<Value> => {
  const schema: z.ZodType = z.unknown().transform(convert);
  return schema as z.ZodType<Value>; // zod's type also allows a promise of a value
};

/**
 * Builds an argument from a schema and its keywords; only this function reads the common options.
 * @param build builds the schema, at its first use
 */
export const argument = <Value, const O extends ArgOptions<Value>>(
  build: () => z.ZodType<Value>,
  words: SchemaKeywords,
  options: O | ArgOptions<Value> = {},
): ArgOf<Value, O> => {
  const { clean } = options;
  const check = checkOf(options);
  const nullable = options.nullable === true;
  const accepts = nullable || options.onNull === 'accept';
  const whole = (): z.ZodType<Value | null> => {
    const schema = build();
    const checked = check === undefined || clean !== undefined ? schema : checkedBy(schema, check);
    return accepts ? checked.nullable() : checked;
  };
  let built: z.ZodType<Value | null> | undefined;
  return {
    schema: () => {
      built ??= whole();
      return built;
    },
    ...(clean === undefined ? {} : { clean: checkedAfter(clean, check) }),
    words: { ...describe(words, nullable, options.description), ...options.words },
    required: options.required ?? false,
    ...(options.requiredUnless === undefined ? {} : { requiredUnless: options.requiredUnless }),
    ...(options.default === undefined ? {} : { default: options.default }),
    appliesDefault: true,
    onNull: accepts ? 'accept' : (options.onNull ?? 'absent'),
    nullable,
    blankAbsent: options.blankAbsent ?? false,
    apartFromPath: options.apartFromPath ?? false,
    queryOnly: options.queryOnly ?? false,
    ...(options.refusedAs === undefined ? {} : { refusedAs: options.refusedAs }),
  } as ArgOf<Value, O>; // the options that allow null also allow it in the type
};

const checkedBy = <Value>(schema: z.ZodType<Value>, check: (value: Value) => Invalid | undefined) =>
  schema.transform((value, context) => {
    const refusal = check(value);
    return refusal === undefined ? value : refuse(context, refusal);
  });

const checkOf = <Value>({ check }: ArgOptions<Value>): ((value: Value) => Invalid | undefined) | undefined =>
  check &&
  ((value) => {
    const refusal = check(value);
    return typeof refusal === 'string' ? invalid(refusal) : refusal;
  });

/** Returns a function that cleans a value and then checks it. */
const checkedAfter =
  <Value>(clean: (value: Value) => Value | Invalid, check: (value: Value) => Invalid | undefined = () => undefined) =>
  (value: Value): Value | Invalid => {
    const cleaned = clean(value);
    return cleaned instanceof Invalid ? cleaned : (check(cleaned) ?? cleaned);
  };

const describe = (words: SchemaKeywords, nullable: boolean, description: string | undefined): SchemaKeywords => ({
  description,
  ...words,
  ...(nullable && words.type !== undefined && { type: [words.type, 'null'].flat() }),
});

/**
 * Returns the arguments of an update: none is required, and defaults are described but not applied
 * (docs/interface/server.md §3).
 */
export const forUpdate = <A extends Args>(
  args: A,
): { readonly [Name in keyof A]: A[Name] extends Arg<infer Value> ? Arg<Value, false> : never } => {
  const entries = Object.entries(args).map(([name, arg]) => [name, { ...arg, required: false, appliesDefault: false }]);
  return Object.fromEntries(entries);
};
