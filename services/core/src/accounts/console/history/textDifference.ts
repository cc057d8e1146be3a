import { createRequire } from 'node:module';
import { type Html, html, type Piece } from '@almanac/pages';

const require = createRequire(import.meta.url);
/** Loads the package at the first difference. */
const diff = (): typeof import('diff') => require('diff');

/**
 * Maximum number of different lines, and of milliseconds to compare; beyond these limits both texts are shown as
 * wholes.
 */
const LIMITS = { maxEditLength: 1_000, timeout: 100 };

/** Number of lines that are shown before and after a difference, so that readers find its place. */
const AROUND = 2;

const lines = (text: string): string[] => text.replace(/\n$/, '').split('\n');

const joined = (text: readonly string[]): string => `${text.join('\n')}\n`;

/** Returns a part that both texts have, shortened to the lines next to the differences. */
const shared = (text: string, isFirst: boolean, isLast: boolean): string => {
  const all = lines(text);
  const [head, tail] = [isFirst ? 0 : AROUND, isLast ? 0 : AROUND];
  if (all.length <= head + tail + 1) return text;
  return joined([...all.slice(0, head), '…', ...all.slice(all.length - tail)]);
};

/** Renders two texts; lines that only one of them has are marked. */
export const textDifference = (before: string, after: string): { readonly before: Html; readonly after: Html } => {
  const parts = diff().diffLines(`${before}\n`, `${after}\n`, LIMITS);
  if (parts === undefined) return { before: html`<del>${before}</del>`, after: html`<ins>${after}</ins>` };
  const shown: Record<'before' | 'after', Piece[]> = { before: [], after: [] };
  for (const [index, { value, added, removed }] of parts.entries()) {
    if (removed) shown.before.push(html`<del>${value}</del>`);
    else if (added) shown.after.push(html`<ins>${value}</ins>`);
    else {
      const both = shared(value, index === 0, index === parts.length - 1);
      shown.before.push(both);
      shown.after.push(both);
    }
  }
  return { before: html`${shown.before}`, after: html`${shown.after}` };
};
