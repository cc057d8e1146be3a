import { DomainError, isDomainError } from './domainError.ts';

/** An error that clients receive. `message` and `remedy` are English, may hold `{name}` placeholders, and are translated. */
export interface ErrorDefinition {
  /** Identifies the error for clients; several definitions may share a code. */
  readonly code: string;
  /** The HTTP status of the answer. */
  readonly status: number;
  readonly message: string;
  /** The action for the client or operator. It is in `docs/interface/errors.md` and in logs, not in answers. */
  readonly remedy: string;
}

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

interface ErrorData {
  /** The status of this answer, if it differs from the definition's: 401 for visitors. */
  readonly status?: number;
  /** Further members of the error body's `data`. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

type ErrorOptions<Definition extends ErrorDefinition> = [Placeholder<Definition['message']>] extends [never]
  ? [options?: ErrorData]
  : [options: ErrorData & { readonly params: Readonly<Record<Placeholder<Definition['message']>, string | number>> }];

/** Creates an error of a catalogue; its options fill the placeholders of the message. */
export interface ErrorFactory<Definition extends ErrorDefinition = ErrorDefinition> {
  (...options: ErrorOptions<Definition>): DomainError;
  readonly definition: Definition;
  /** True for an error with the code of the definition. */
  readonly matches: (error: unknown) => error is DomainError;
}

/**
 * Declares the errors of a service or library in its `errors.ts`.
 * @returns a function for each definition, which creates the error
 */
export const defineErrors = <const Definitions extends Readonly<Record<string, ErrorDefinition>>>(
  definitions: Definitions,
): ErrorFactories<Definitions> =>
  Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, errorFactory(definition)]),
    // the type of `fromEntries` does not connect names with their definitions
  ) as ErrorFactories<Definitions>;

type ErrorFactories<Definitions extends Readonly<Record<string, ErrorDefinition>>> = {
  readonly [Name in keyof Definitions]: ErrorFactory<Definitions[Name]>;
};

const errorFactory = (definition: ErrorDefinition): ErrorFactory =>
  Object.assign(
    ({ status = definition.status, ...more }: ErrorData & { readonly params?: DomainError['params'] } = {}) =>
      new DomainError(definition.code, status, definition.message, { remedy: definition.remedy, ...more }),
    {
      definition,
      matches: (error: unknown): error is DomainError => isDomainError(error) && error.code === definition.code,
    },
  );
