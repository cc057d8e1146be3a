import type { Language } from '@almanac/i18n';
import { type GetTextTranslation, mo } from 'gettext-parser';
import type { Entry, ReadEntry } from './entries.ts';
import { headersOf } from './gettextHeaders.ts';
import { tableOf } from './table.ts';

/** An entry of which there are several forms, as a file ships it. */
export type PluralEntry = GetTextTranslation & { readonly msgid_plural: string };

export interface ReadMo {
  readonly entries: readonly ReadEntry[];
  readonly plurals: readonly PluralEntry[];
}

const isPlural = (entry: GetTextTranslation): entry is PluralEntry => entry.msgid_plural !== undefined;

const parsed = (content: Buffer) => {
  try {
    return mo.parse(content, 'utf-8') || null;
  } catch {
    return null;
  }
};

/** What a MO file has, in the order of its contexts; null for what is none, or lies about its length. */
export const readMo = (content: Buffer): ReadMo | null => {
  const table = parsed(content);
  if (table === null) return null;
  const all = Object.values(table.translations).flatMap((byId) => Object.values(byId));
  const plurals = all.filter(isPlural);
  const entries = all.flatMap((entry): ReadEntry[] => {
    const [text = ''] = entry.msgstr;
    if (isPlural(entry) || entry.msgid === '' || text === '') return [];
    return [{ context: entry.msgctxt ?? '', msgid: entry.msgid, text, refused: null }];
  });
  return { entries, plurals };
};

const written = ({ context, msgid, text }: Entry): GetTextTranslation => ({
  ...(context !== '' && { msgctxt: context }),
  msgid,
  msgstr: [text],
});

/** The MO file of a domain; what needs an update is left out, as `msgfmt` leaves out what is fuzzy. Null without entries. */
export const writeMo = (
  { domain, language }: { readonly domain: string; readonly language: Language },
  entries: readonly Entry[],
  plurals: readonly PluralEntry[],
): Buffer | null => {
  const good = entries.filter(({ text, outdated }) => text !== '' && !outdated).map(written);
  if (good.length + plurals.length === 0) return null;
  const translations = tableOf([...plurals, ...good]);
  return mo.compile({ charset: 'utf-8', headers: headersOf(domain, language), translations });
};
