import { readFileSync } from 'node:fs';
import { serviceNames } from '@almanac/manifest';
import { z } from 'zod';
import { nearestName } from './nearestName.ts';

/** The configuration is invalid; the message for the operator lists every fault. */
export class ConfigurationError extends Error {
  readonly code = 'configuration';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConfigurationError';
  }
}

const unusable = (what: string, faults: readonly string[], options?: ErrorOptions): ConfigurationError =>
  new ConfigurationError(`${what} cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`, options);

/** Returns the error of environment variables that cannot be used. @param faults each begins with `NAME: ` */
export const environmentError = (faults: readonly string[], options?: ErrorOptions): ConfigurationError =>
  unusable('The environment', faults, options);

/**
 * Reads configuration by its schema.
 * @param what names the source in the message: `the environment`, a file's name
 * @throws ConfigurationError
 */
export const readConfiguration = <Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  what: string,
): z.output<Schema> => {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw unusable(
    what,
    result.error.issues.flatMap((issue) => faultsOf(schema, issue)),
  );
};

const faultsOf = (schema: z.ZodType, issue: z.core.$ZodIssue): string[] => {
  const at = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return [`${at || '(all of it)'}: ${issue.message}`];
  const known = membersAt(schema, issue.path);
  return issue.keys.map((key) => {
    const nearest = nearestName(key, known) ?? pathsIn(schema).find((path) => path.split('.').at(-1) === key);
    const remedy = nearest === undefined ? `Known are ${known.join(', ')}.` : `Did you mean ${nearest}?`;
    return `${[...issue.path, key].join('.')}: is unknown. ${remedy}`;
  });
};

/** Returns the schema of a value that may be absent. */
const unwrapped = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? unwrapped(schema.unwrap()) : schema;

/** Returns the names of the members of the object at a path. */
const membersAt = (schema: z.core.$ZodType, [first, ...rest]: readonly PropertyKey[]): string[] => {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray) return membersAt(inner.element, rest);
  if (!(inner instanceof z.ZodObject)) return [];
  return first === undefined ? Object.keys(inner.shape) : membersAt(inner.shape[String(first)], rest);
};

/** Returns the paths of all members of an object and of the objects in it. */
const pathsIn = (schema: z.core.$ZodType): string[] => {
  const inner = unwrapped(schema);
  if (!(inner instanceof z.ZodObject)) return [];
  const shape: Readonly<Record<string, z.core.$ZodType>> = inner.shape;
  return Object.entries(shape).flatMap(([name, member]) => [name, ...pathsIn(member).map((path) => `${name}.${path}`)]);
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** The end of the variable with the path of a file whose content is another variable's value. */
const FROM_FILE = '_FILE';

/** Returns the name of the variable with the path of a file that contains a variable. */
export const fileVariable = (name: string): string => `${name}${FROM_FILE}`;

/**
 * Reads a file with the value of a setting, without the line break at its end.
 * @param name the setting with the path
 * @throws ConfigurationError
 */
export const readSettingFile = (name: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw environmentError([`${name}: ${path} cannot be read`], { cause: error });
  }
};

/**
 * Returns the values of variables, also from files: `NAME_FILE` is the path of a file that contains `NAME`, as container
 * platforms mount secrets. Absent and empty variables are left out.
 * @throws ConfigurationError if a file cannot be read, or if both variables are set
 */
export const variablesOf = (names: readonly string[], environment: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const [value, path] = [environment[name], environment[fileVariable(name)]];
      if (value && path) throw environmentError([`${name}: ${fileVariable(name)} is set too`]);
      const found = path ? readSettingFile(fileVariable(name), path) : value;
      return found ? [[name, found]] : [];
    }),
  );

/** Reads environment variables, also from files (`variablesOf`). */
export const readEnvironment = <Schema extends z.ZodType>(schema: Schema, environment: Environment): z.output<Schema> =>
  readConfiguration(schema, variablesOf(membersAt(schema, []), environment), 'The environment');

/** A TCP port; 0 lets the system choose. */
export const port = z.coerce.number().int().min(0).max(65_535);

/** `1` or `true`, `0` or `false`; absent is false. */
export const flag = z
  .enum(['0', '1', 'true', 'false'])
  .default('0')
  .transform((text) => text === '1' || text === 'true');

/** The address of an outside service. Its credentials have a setting of their own. */
export const outsideAddress = z.url({ protocol: /^https?$/ }).refine((text) => {
  const { username, password } = URL.parse(text) ?? {};
  return !username && !password;
}, 'must not contain credentials');

/** A secret text: long enough, and not the template's placeholder (`<32 letters or more>`). */
export const secretText = (least: number) =>
  z
    .string()
    .min(least)
    .refine((text) => !/^<.*>$/s.test(text), 'is still what stands for it in the template');

export const logLevel = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']);

/** The commit that an image was built from; its build sets it. */
export const revision = z
  .string()
  .regex(/^[\w.-]{1,64}$/)
  .optional();

/**
 * Parses `core=http://core:8080,calendar=http://calendar:8080` to addresses by service, without a slash at the end.
 * An address with `{service}` applies to every service of the manifest: `http://{service}:8080`.
 */
export const serviceAddresses = z.string().transform((text, context) => {
  const addresses = new Map<string, string>();
  for (const entry of entriesOf(text)) {
    const [name = '', address = ''] = entry.split(/=(.*)/).map((part) => part.trim());
    if (name === '' || !isAddress(address)) context.addIssue(`"${entry}" is not of the form name=address`);
    addresses.set(name, address.replace(/(?<!\/)\/+$/, ''));
  }
  return addresses;
});

const isAddress = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);

const entriesOf = (text: string): readonly string[] =>
  text.includes('{service}')
    ? serviceNames.map((name) => `${name}=${text.replaceAll('{service}', name)}`)
    : text.split(',');
