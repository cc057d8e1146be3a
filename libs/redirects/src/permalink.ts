import type { RE2JS } from 're2js';
import { re2 } from './re2.ts';

/** The post that a former address names. */
export interface NamedPost {
  readonly id?: number;
  readonly slug?: string;
}

/** The pattern of each part of an address; a structure contains each part at most once. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['%year%', '\\d{4}'],
  ['%monthnum%', '\\d{1,2}'],
  ['%day%', '\\d{1,2}'],
  ['%hour%', '\\d{1,2}'],
  ['%minute%', '\\d{1,2}'],
  ['%second%', '\\d{1,2}'],
  ['%author%', '[^/]+'],
  // a category's path contains its parents
  ['%category%', '[^/]+(?:/[^/]+){0,9}'],
  ['%post_id%', '(?<id>\\d{1,15})'],
  ['%postname%', '(?<slug>[^/]+)'],
]);

const PERMALINK_TAG = /(%[a-z_]+%)/;

/** Compiles a structure; undefined if it names no single post, repeats a part, or contains an unknown one. */
const patternOf = (structure: string): RE2JS | undefined => {
  const pieces = structure
    .replace(/^\/*/, '/')
    .replace(/(?<!\/)\/+$/, '')
    .split(PERMALINK_TAG);
  const parts = pieces.filter((piece) => PERMALINK_TAG.test(piece));
  if (new Set(parts).size < parts.length || !parts.every((part) => PARTS.has(part))) return undefined;
  if (!parts.includes('%post_id%') && !parts.includes('%postname%')) return undefined;
  const { RE2JS: engine } = re2();
  return engine.compile(`^${pieces.map((piece) => PARTS.get(piece) ?? engine.quote(piece)).join('')}/?$`);
};

const MAX_PATH_LENGTH = 2_000;

/** Creates a reader of addresses by the site's former structures; results are in the order of the structures. */
export const permalinkReader = (structures: readonly string[]): ((path: string) => NamedPost[]) => {
  const patterns = structures.flatMap((structure) => patternOf(structure) ?? []);
  return (path) => {
    if (path.length > MAX_PATH_LENGTH) return [];
    return patterns.flatMap((pattern) => {
      const [match] = pattern.matchAll(path);
      const { id, slug } = match?.groups ?? {};
      if (id === undefined && slug === undefined) return [];
      return [{ ...(id !== undefined && { id: Number(id) }), ...(slug !== undefined && { slug }) }];
    });
  };
};
