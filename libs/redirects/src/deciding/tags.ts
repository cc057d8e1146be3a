import { createHash } from 'node:crypto';
import type { Visit } from '../visit.ts';

const changes: Readonly<Record<string, (text: string) => string>> = {
  md5: (text) => createHash('md5').update(text).digest('hex'),
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  dashes: (text) => text.replace(/[ _]/g, '-'),
  underscores: (text) => text.replace(/[ -]/g, '_'),
};

/** Changes every text between `[name]` and `[/name]`. */
const changeEnclosed = (text: string, name: string, change: (enclosed: string) => string): string => {
  const [open, close] = [`[${name}]`, `[/${name}]`];
  const parts: string[] = [];
  let end = 0;
  for (;;) {
    const start = text.indexOf(open, end);
    const stop = start === -1 ? -1 : text.indexOf(close, start + open.length);
    if (stop === -1) break;
    parts.push(text.slice(end, start), change(text.slice(start + open.length, stop)));
    end = stop + close.length;
  }
  return parts.join('') + text.slice(end);
};

const OPENING_CHANGES = /^(?:\[(?:md5|upper|lower|dashes|underscores)\])+/;

/** Removes the tags at the beginning of a target that change the text after them. */
export const withoutOpeningChanges = (target: string): string => target.replace(OPENING_CHANGES, '');

/** Fills in the tags of a target (docs/interface/redirects.md §4). */
export const expandTags = (target: string, { user, now }: Pick<Visit, 'user' | 'now'>): string => {
  if (!/[[%]/.test(target)) return target;
  const values = new Map(
    Object.entries({
      userid: String(user?.id ?? 0),
      userlogin: user?.login ?? '',
      unixtime: String(Math.floor(now.getTime() / 1_000)),
    }),
  );
  const filled = target
    .replace(/\[(userid|userlogin|unixtime)\]/g, (_tag, name: string) => values.get(name) ?? '')
    .replace(/%(userid|userlogin)%/g, (_tag, name: string) => values.get(name) ?? '');
  return Object.entries(changes).reduce((text, [name, change]) => changeEnclosed(text, name, change), filled);
};
