import { z } from 'zod';

/**
 * The JSON-schema words that describe an argument to clients (docs/interface/server.md §13.2); undefined ones are left
 * out. Builders derive them from their rules: zod cannot describe what converts, as most arguments do.
 */
export interface Words {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly format?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly items?: Words | undefined;
  readonly properties?: Readonly<Record<string, Words>> | undefined;
  readonly additionalProperties?: boolean | Words | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly pattern?: string | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly uniqueItems?: boolean | undefined;
  readonly anyOf?: readonly Words[] | undefined;
  readonly oneOf?: readonly Words[] | undefined;
  /** Of a property: what it is where it was never written. Arguments have `default` in their options. */
  readonly default?: unknown;
  /** Of a property: part of the object always. Arguments are described with `required` by the route. */
  readonly required?: boolean | undefined;
  /** Of a property of a published schema: the contexts that have it, and whether it cannot be written. */
  readonly context?: readonly string[] | undefined;
  readonly readonly?: boolean | undefined;
}

/** The published schema of a resource (docs/interface/server.md §13.3). */
export interface ResourceSchema extends Words {
  readonly $schema: 'http://json-schema.org/draft-04/schema#';
  readonly title: string;
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Words>>;
  /** What may be done with the resource beyond its methods. */
  readonly links?: readonly Readonly<Record<string, unknown>>[];
}

/**
 * What an argument does with JSON null: `absent` as if it was not sent (calendar), `accept` hands it on, `refuse` is
 * 400 (docs/interface/core-posts.md §6).
 */
type OnNull = 'absent' | 'accept' | 'refuse';

/** What every builder takes. */
export interface ArgOptions<Value> {
  readonly description?: string;
  readonly required?: boolean;
  /** Of a required one: the argument, or any of those, beside which it need not be sent. */
  readonly requiredUnless?: string | readonly string[];
  /** Used when the client sends nothing; null is described and never used. A function is asked at each use. */
  readonly default?: Value | null | (() => Value);
  /** Null is a value of this argument and described so. */
  readonly nullable?: boolean;
  readonly onNull?: OnNull;
  /** The empty text counts as not sent (`?categories=` is no filter). */
  readonly blankAbsent?: boolean;
  /** Describes with other words than the rules give; undefined leaves a word out. */
  readonly words?: Words;
  /** A further rule on the converted (and cleaned) value, without stored data; an `Invalid` or its text refuses. */
  readonly check?: (value: Value) => Invalid | string | undefined;
  /**
   * Cleans or parses the value once the permission is given, for work that costs more than a look at it: the permission
   * sees the value without it. `check` runs afterwards. Not for members of compound arguments.
   */
  readonly clean?: (value: Value) => Value | Invalid;
  /** The detail code of its refusals, instead of the codes of the rules. */
  readonly refusedAs?: string;
  /** Read from body and query even where the path has a capture of that name (`slug` in a body renames). */
  readonly apartFromPath?: boolean;
  /**
   * The path always has it, so a handler finds a value; `required` says whether the declared interface marks it
   * (docs/interface/server.md §13.2).
   */
  readonly inPath?: true;
}

/** A declared argument: how a received value is checked and converted, and how it is described. */
export interface Arg<Value = unknown, Always extends boolean = boolean> {
  /** Takes the received value and gives the converted one, or issues (`refusals.ts` gives them their codes). */
  readonly schema: z.ZodType<Value>;
  /** Cleans the converted value after the permission, or refuses it. */
  readonly clean?: (value: unknown) => unknown;
  readonly words: Words;
  readonly required: boolean;
  readonly requiredUnless?: string | readonly string[];
  readonly default?: unknown;
  /** False where the default is only described: on updates. */
  readonly appliesDefault: boolean;
  readonly onNull: OnNull;
  /** Null is a value, of a required one too. */
  readonly nullable: boolean;
  readonly blankAbsent: boolean;
  readonly apartFromPath: boolean;
  readonly refusedAs?: string;
  /** Only for inference: whether a handler always finds a value. */
  readonly always?: Always;
}

export type Args = Readonly<Record<string, Arg>>;

/** The values a handler gets: optional unless required or with a default. */
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

/** A refusal of a value: English text with `{name}` placeholders, and what `data.details` says of it. */
export class Invalid {
  readonly message: string;
  readonly code: string;
  readonly params: Params;
  readonly data: Readonly<Record<string, unknown>> | null;

  constructor(message: string, code: string, params: Params, data: Readonly<Record<string, unknown>> | null) {
    this.message = message;
    this.code = code;
    this.params = params;
    this.data = data;
  }
}

/** Refuses a value in an argument's `parse` or `check`. The placeholder `{name}` is filled with the argument's name. */
export const invalid = (
  message: string,
  code = 'rest_invalid_param',
  params: Params = {},
  data: Readonly<Record<string, unknown>> | null = null,
): Invalid => new Invalid(message, code, params, data);

/** Reports a refusal to zod, so that it comes out with its own code. */
export const refuse = (context: z.RefinementCtx, refusal: Invalid): never => {
  context.addIssue({ code: 'custom', message: refusal.message, params: { refusal } });
  return z.NEVER;
};

/** A schema that takes any value and converts it, or refuses it in the context. */
export const converting = <Value>(convert: (value: unknown, context: z.RefinementCtx) => Value): z.ZodType<Value> => {
  const schema: z.ZodType = z.unknown().transform(convert);
  return schema as z.ZodType<Value>; // to zod it might give a promise of one
};

/** Builds an argument of a schema and its words; the one place that reads the common options. */
export const argument = <Value, const O extends ArgOptions<Value>>(
  schema: z.ZodType<Value>,
  words: Words,
  options: O | ArgOptions<Value> = {},
): ArgOf<Value, O> => {
  const { clean } = options;
  const check = checkOf(options);
  const checked =
    check === undefined || clean !== undefined
      ? schema
      : schema.transform((value, context) => {
          const refusal = check(value);
          return refusal === undefined ? value : refuse(context, refusal);
        });
  const nullable = options.nullable === true;
  const accepts = nullable || options.onNull === 'accept';
  return {
    schema: accepts ? checked.nullable() : checked,
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
    ...(options.refusedAs === undefined ? {} : { refusedAs: options.refusedAs }),
  } as ArgOf<Value, O>; // null is a value by the same options as in the type
};

const checkOf = <Value>({ check }: ArgOptions<Value>): ((value: Value) => Invalid | undefined) | undefined =>
  check &&
  ((value) => {
    const refusal = check(value);
    return typeof refusal === 'string' ? invalid(refusal) : refusal;
  });

/** Cleans a value and then checks it. */
const checkedAfter =
  <Value>(clean: (value: Value) => Value | Invalid, check: (value: Value) => Invalid | undefined = () => undefined) =>
  (value: Value): Value | Invalid => {
    const cleaned = clean(value);
    return cleaned instanceof Invalid ? cleaned : (check(cleaned) ?? cleaned);
  };

const describe = (words: Words, nullable: boolean, description: string | undefined): Words => ({
  description,
  ...words,
  ...(nullable && words.type !== undefined && { type: [words.type, 'null'].flat() }),
});

/**
 * The arguments of an update: none is required and no default is applied, though described
 * (docs/interface/server.md §3).
 */
export const forUpdate = <A extends Args>(
  args: A,
): { readonly [Name in keyof A]: A[Name] extends Arg<infer Value> ? Arg<Value, false> : never } => {
  const entries = Object.entries(args).map(([name, arg]) => [name, { ...arg, required: false, appliesDefault: false }]);
  return Object.fromEntries(entries);
};
