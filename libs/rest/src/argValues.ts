import { type Arg, type Args, Invalid, type Values } from './arg.ts';
import { InvalidParamsError, missingParams } from './errors.ts';
import { type Refusal, refusalOf, refusalOfNull, refusalsOf } from './refusals.ts';

export interface CompiledArg {
  readonly name: string;
  readonly arg: Arg;
  /**
   * True if the value comes from the path's capture of the same name, which nothing overrides (docs/interface/server.md
   * §1.2).
   */
  readonly fromPath: boolean;
}

/** Prepares a route's arguments once, at start. */
export const compileArgs = (args: Args, captures: readonly string[]): CompiledArg[] =>
  Object.entries(args).map(([name, arg]) => ({
    name,
    arg,
    fromPath: captures.includes(name) && !arg.apartFromPath,
  }));

/** Sources of arguments: the captures of the path, and groups of parameters, the strongest first and the query last. */
export interface Sources {
  readonly captures: Readonly<Record<string, string>>;
  readonly groups: readonly Readonly<Record<string, unknown>>[];
  /** True if the caller is anonymous and the route has a permission: the error about missing arguments mentions it. */
  readonly lacksCredentials?: boolean;
}

export interface ArgValues {
  readonly args: Readonly<Record<string, unknown>>;
  readonly given: ReadonlySet<string>;
}

/**
 * Checks and converts the arguments of a request. Reports all missing arguments first, then all refusals.
 * @throws DomainError `rest_missing_callback_param`; InvalidParamsError
 */
export const argValues = (declared: readonly CompiledArg[], sources: Sources): ArgValues => {
  const args: Record<string, unknown> = {};
  const given = new Set<string>();
  const missing: string[] = [];
  const refusals: Refusal[] = [];
  for (const compiled of declared) {
    const { name, arg } = compiled;
    const received = compiled.fromPath ? captured(sources, compiled) : sent(sources, compiled);
    if (isAbsent(received, arg)) {
      if (isNeeded(arg, sources)) missing.push(name);
      else if (arg.appliesDefault && arg.default !== undefined && arg.default !== null) args[name] = presetOf(arg);
    } else {
      if (!compiled.fromPath) given.add(name);
      convert(compiled, received, { args, refusals });
    }
  }
  if (missing.length > 0) throw missingParams(missing, sources.lacksCredentials);
  if (refusals.length > 0) throw new InvalidParamsError(refusals);
  return { args, given };
};

/**
 * Checks, converts and cleans arguments that a handler has read itself, such as a form with a file.
 * @param groups strongest first
 * @throws DomainError as `argValues`
 */
export const readArgs = <A extends Args>(
  args: A,
  groups: Sources['groups'],
): { readonly args: Values<A>; readonly given: ReadonlySet<string> } => {
  const declared = compileArgs(args, []);
  const read = argValues(declared, { captures: {}, groups });
  // `argValues` has read them by the declaration
  return { args: cleanArgs(declared, read.args) as Values<A>, given: read.given };
};

/**
 * Cleans the values of arguments with `clean`, after the permission, so that a refused request causes no work.
 * @throws InvalidParamsError
 */
export const cleanArgs = (declared: readonly CompiledArg[], args: ArgValues['args']): ArgValues['args'] => {
  const cleaned = { ...args };
  const refusals: Refusal[] = [];
  for (const { name, arg } of declared) {
    const isThere = Object.hasOwn(args, name) && args[name] !== null;
    const value = isThere ? arg.clean?.(args[name]) : undefined;
    if (value instanceof Invalid) refusals.push(refusalOf(name, value, arg.refusedAs));
    else if (value !== undefined) cleaned[name] = value;
  }
  if (refusals.length > 0) throw new InvalidParamsError(refusals);
  return cleaned;
};

/**
 * Returns the value that the path captured.
 * A number beyond all ids becomes an id that no record has, so that the answer is the usual 404.
 */
const captured = ({ captures }: Sources, { name, arg }: CompiledArg): string | undefined => {
  const capture = captures[name];
  const isBeyond = arg.words.type === 'integer' && Number(capture) > Number.MAX_SAFE_INTEGER;
  return isBeyond ? String(Number.MAX_SAFE_INTEGER) : capture;
};

const sent = ({ groups }: Sources, { name, arg }: CompiledArg): unknown =>
  lookUp(arg.queryOnly ? groups.slice(-1) : groups, name);

/** Returns the strongest value that is not null; null if only null was sent (docs/interface/server.md §3). */
const lookUp = (groups: Sources['groups'], name: string): unknown => {
  let found: unknown;
  for (const group of groups) {
    const value = Object.hasOwn(group, name) ? group[name] : undefined;
    if (value !== undefined && value !== null) return value;
    if (value === null) found = null;
  }
  return found;
};

const isNeeded = ({ required, requiredUnless: others = [] }: Arg, { groups }: Sources): boolean =>
  required && [others].flat().every((other) => (lookUp(groups, other) ?? '') === '');

const isAbsent = (received: unknown, arg: Arg): boolean =>
  received === undefined ||
  (received === null && (arg.onNull === 'absent' || (arg.required && !arg.nullable))) ||
  (received === '' && arg.blankAbsent);

const presetOf = (arg: Arg): unknown => (typeof arg.default === 'function' ? arg.default() : arg.default);

const convert = (
  { name, arg }: CompiledArg,
  received: unknown,
  into: { readonly args: Record<string, unknown>; readonly refusals: Refusal[] },
): void => {
  if (received === null && arg.onNull === 'refuse') {
    into.refusals.push(refusalOfNull(name, arg));
    return;
  }
  const parsed = arg.schema().safeParse(received);
  if (parsed.success) into.args[name] = parsed.data;
  else into.refusals.push(...refusalsOf(name, parsed.error, arg.refusedAs));
};
