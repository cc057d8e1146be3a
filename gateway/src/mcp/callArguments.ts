import { suggestion } from '@almanac/service/nearest-name';
import { type InterfaceTool, PAGE_SIZE, WHOLE_BODY } from './tools.ts';

/** The arguments of a call are wrong; `message` says what to send instead. */
export class CallRefusedError extends Error {
  override readonly name = 'CallRefusedError';
}

/** A request to the interface. */
export interface InterfaceRequest {
  readonly method: string;
  /** Path and query below the REST root. */
  readonly target: string;
  /** The JSON body. */
  readonly body?: string;
}

export type CallArguments = Readonly<Record<string, unknown>>;

/** Maximum length of the arguments of a call, as JSON. */
const MAX_ARGUMENT_CHARACTERS = 1_000_000;

/**
 * Returns the request of a call. The interface itself checks the values.
 * @throws CallRefusedError for an unknown or missing argument, or too long ones
 */
export const requestOf = (tool: InterfaceTool, sent: CallArguments): InterfaceRequest => {
  const args = pagedArguments(tool, sent);
  checkArguments(tool, args);
  const path = tool.path.replaceAll(/\{(\w+)\}/g, (_capture, name: string) => captureOf(name, args[name]));
  const inQuery = Object.entries(args).filter(([name]) => isInQuery(tool, name));
  const query = new URLSearchParams(inQuery.flatMap(([name, value]) => queryPairs(name, value)));
  const others = Object.entries(args).filter(([name]) => !isInQuery(tool, name) && !tool.path.includes(`{${name}}`));
  const body = tool.hasWholeBody ? args[WHOLE_BODY] : Object.fromEntries(others);
  return {
    method: tool.method,
    target: query.size === 0 ? path : `${path}?${query}`,
    ...(tool.method !== 'GET' && tool.method !== 'DELETE' && { body: JSON.stringify(body) }),
  };
};

/** Sends arguments of reading and deleting in the address, since these have no body. */
const isInQuery = ({ inQuery, method, path }: InterfaceTool, name: string): boolean =>
  !path.includes(`{${name}}`) && (inQuery.has(name) || method === 'GET' || method === 'DELETE');

const pagedArguments = ({ properties }: InterfaceTool, args: CallArguments): CallArguments => {
  if (!Object.hasOwn(properties, 'per_page')) return args;
  const { per_page: size = PAGE_SIZE.default } = args;
  return { ...args, per_page: typeof size === 'number' ? Math.min(size, PAGE_SIZE.maximum) : size };
};

const checkArguments = ({ name, properties, required }: InterfaceTool, args: CallArguments): void => {
  const known = Object.keys(properties);
  const unknown = Object.keys(args)
    .find((each) => !Object.hasOwn(properties, each))
    ?.slice(0, 100);
  if (unknown !== undefined)
    throw new CallRefusedError(
      `${name} has no argument ${unknown}.${suggestion(unknown, known)} Arguments: ${known.join(', ')}.`,
    );
  const missing = required.filter((each) => args[each] === undefined);
  if (missing.length > 0) throw new CallRefusedError(`${name} requires ${missing.join(', ')}. Send a value for each.`);
  if (JSON.stringify(args).length > MAX_ARGUMENT_CHARACTERS)
    throw new CallRefusedError(`The arguments are longer than ${MAX_ARGUMENT_CHARACTERS} characters. Send less text.`);
};

const captureOf = (name: string, value: unknown): string => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (/^\.{0,2}$/.test(text)) throw new CallRefusedError(`${name} must be a text or a number that names a record.`);
  return encodeURIComponent(text);
};

/** Returns the parameters of a query for a value: lists as `name[]`, objects as `name[member]`. */
const queryPairs = (name: string, value: unknown): [string, string][] => {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each) => queryPairs(`${name}[]`, each));
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([member, each]) => queryPairs(`${name}[${member}]`, each));
};
