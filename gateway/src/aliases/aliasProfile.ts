import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type ConfigurationError, environmentError } from '@almanac/service';
import { z } from 'zod';

/** Names of another system, each with Almanac's name. Of two names for one the first is rendered, both are read. */
const pairs = (foreign: RegExp, own: RegExp) =>
  z.record(z.string().regex(foreign), z.string().regex(own)).refine((names) => {
    const own = new Set(Object.values(names));
    return !Object.keys(names).some((name) => own.has(name));
  }, 'has a name on both sides');

const NAMESPACE = /^[a-z0-9-]+(?:\/[a-z0-9-]+)+$/;
const NAME = /^[A-Za-z_][\w-]*$/;
const PATH = /^\/[\w./-]+$/;
const RELATION = /^[\w:/.]+[:/]$/;

const profileSchema = z.strictObject({
  /** The segment that begins the addresses of the interface under the profile. */
  restPrefix: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  namespaces: pairs(NAMESPACE, NAMESPACE),
  /** Paths after the namespace. */
  routes: pairs(NAMESPACE, NAMESPACE),
  types: pairs(NAME, NAME),
  params: pairs(NAME, NAME),
  members: pairs(NAME, NAME),
  /** Names of Almanac's own members of `meta`; all others there are people's. */
  metaMembers: pairs(NAME, NAME),
  headers: pairs(NAME, NAME),
  /** Addresses outside the interface; those that end with a slash are the beginnings of others. */
  paths: pairs(PATH, PATH),
  /** The paths that answers name. */
  answerPaths: pairs(PATH, PATH),
  /** Fields of forms outside the interface, by Almanac's paths of these forms. */
  forms: z.record(z.string().regex(PATH), pairs(NAME, NAME)),
  /** Error codes and names of schemas, or their beginnings. */
  codes: pairs(NAME, NAME),
  /** Classes of HTML elements and names of `meta` elements, or their beginnings. */
  classes: pairs(NAME, NAME),
  /** The beginnings of link relations, the full form first. */
  relations: pairs(RELATION, RELATION),
  /** The address of the other system's remote procedures, and the name of its REST interface in their description. */
  procedures: z.strictObject({ path: z.string().regex(PATH), api: z.string().regex(NAME) }).optional(),
});

/** A profile: the names of another system beside Almanac's. */
export interface AliasProfile extends z.output<typeof profileSchema> {
  /** Distinguishes the ETags of answers under this version of the profile from all others. */
  readonly tag: string;
  /** True if a POST under the profile clears members that it leaves out, where the other system does. */
  readonly clearsUnsent?: boolean;
}

/** Profiles are data of the deployment: only they name other systems (ADR 0073). */
const FOLDER = new URL('../../../infra/aliases/', import.meta.url);

const PROFILE_FILE = /^([a-z0-9-]+)\.json$/;

const unusable = (fault: string): ConfigurationError => environmentError([`ALIASES: ${fault}`]);

/** Returns the names of the profiles in a folder. */
export const profileNames = (folder = FOLDER): string[] =>
  readdirSync(folder).flatMap((file) => PROFILE_FILE.exec(file)?.[1] ?? []);

/**
 * Reads the profile that `ALIASES` names.
 * @throws ConfigurationError if there is none of that name, or if its file is invalid
 */
export const readProfile = (name: string, folder = FOLDER): AliasProfile => {
  const known = profileNames(folder);
  if (!known.includes(name))
    throw unusable(`"${name}" is no profile of names; use ${known.map((each) => `"${each}"`).join(' or ')}`);
  const text = readFileSync(new URL(`${name}.json`, folder), 'utf8');
  return { ...parseProfile(name, text), tag: createHash('sha256').update(text).digest('hex').slice(0, 8) };
};

const parseProfile = (name: string, text: string): z.output<typeof profileSchema> => {
  const read = profileSchema.safeParse(parsed(name, text));
  if (read.success) return read.data;
  const faults = read.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`);
  throw unusable(`the profile "${name}" is invalid: ${faults.join('; ')}`);
};

const parsed = (name: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unusable(`the profile "${name}" is not JSON: ${error instanceof Error ? error.message : error}`);
  }
};
