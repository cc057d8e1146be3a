import { createHash } from 'node:crypto';
import type { UnitOfWork } from '@almanac/event-sourcing';
import type { Language } from '@almanac/i18n';
import { inSlices, type RestRequest } from '@almanac/rest';
import { defaultStringLanguage } from '../string-settings/stringSettings.ts';
import { partsOfDomain } from '../strings/domains.ts';
import { type SiteString, type StringFields, stringDecider, stringName } from '../strings/siteString.ts';
import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from '../strings/stringArgs.ts';
import { cleanText } from '../strings/texts.ts';
import type { Translation } from '../translation.ts';
import { addStrings, keyOf, type ReadEntry } from './entries.ts';
import { readMo } from './moFile.ts';
import { contentOf, type ShippedFile, stampOf } from './shippedFiles.ts';

/** The progress of a file, stored so that the next call continues. */
interface FileState {
  readonly stamp: string;
  readonly done: number;
  readonly finished: boolean;
  readonly readable: boolean;
}

const MO_FILE_KIND = 'mo-file';
/** The number of entries per commit, and the number between two pauses for other requests. */
const COMMIT_SIZE = 250;
const AT_ONCE = 100;
/** The limits of one call. */
const MAX_STRINGS = 20_000;
const MAX_DURATION_MS = 10_000;

type Scanning = Pick<RestRequest, 'commands' | 'context' | 'abandoned'>;

export interface ScanResult {
  readonly total: number;
  readonly remaining: number;
  /** The ids of files that cannot be read. */
  readonly unreadable: readonly string[];
}

interface Budget {
  strings: number;
  readonly until: number;
}

/** Imports files into the strings and registers new strings, until the budget is spent. */
export const scanFiles = async (
  translation: Translation,
  scanning: Scanning,
  files: readonly ShippedFile[],
): Promise<ScanResult> => {
  const budget: Budget = { strings: MAX_STRINGS, until: translation.now().getTime() + MAX_DURATION_MS };
  const unreadable: string[] = [];
  let remaining = 0;
  for (const file of files) {
    const state = await readFile(translation, scanning, file, budget);
    if (!state.finished) remaining += 1;
    if (!state.readable) unreadable.push(file.id);
  }
  return { total: files.length, remaining, unreadable };
};

const isSpent = ({ now }: Translation, { strings, until }: Budget): boolean => strings <= 0 || now().getTime() >= until;

const readFile = async (
  translation: Translation,
  scanning: Scanning,
  file: ShippedFile,
  budget: Budget,
): Promise<FileState> => {
  const stamp = await stampOf(file);
  const known = (await translation.entries.get<FileState>(MO_FILE_KIND, file.id))?.body;
  const begun = known?.stamp === stamp ? known : { stamp, done: 0, finished: false, readable: true };
  if (begun.finished || isSpent(translation, budget)) return begun;
  const content = await contentOf(file);
  const read = content === null ? null : await readMo(content);
  const keep = async (state: FileState): Promise<FileState> => {
    await translation.entries.put(MO_FILE_KIND, file.id, state);
    return state;
  };
  if (read === null) return keep({ ...begun, finished: true, readable: false });
  const into = await openDomain(translation, file);
  let state: FileState = begun;
  while (state.done < read.entries.length && !isSpent(translation, budget)) {
    const part = read.entries.slice(state.done, state.done + COMMIT_SIZE);
    await writePart(translation, scanning, into, part);
    budget.strings -= part.length;
    state = await keep({ ...state, done: state.done + part.length });
  }
  return keep({ ...state, finished: state.done >= read.entries.length });
};

interface Domain {
  readonly domain: string;
  readonly language: Language;
  readonly source: Language;
  readonly known: Map<string, SiteString[]>;
}

const openDomain = async ({ documents }: Translation, { domain, language }: ShippedFile): Promise<Domain> => {
  const known = new Map<string, SiteString[]>();
  for await (const part of partsOfDomain(documents, domain)) addStrings(known, part);
  return { domain, language, source: await defaultStringLanguage(documents), known };
};

/** Returns the fields of a string from a file. A digest of its text is its name, since files have none. */
const fieldsOf = ({ domain, source }: Domain, { context, msgid }: ReadEntry): StringFields => ({
  domain,
  context,
  value: msgid,
  source_language: source,
  name: createHash('sha256').update(msgid).digest('hex').slice(0, 32),
});

const isTaken = ({ context, msgid, text }: ReadEntry): boolean =>
  context.length <= MAX_NAME_LENGTH &&
  msgid.length <= MAX_TEXT_LENGTH &&
  text.length <= MAX_TEXT_LENGTH &&
  cleanText(context + msgid) === context + msgid;

const writePart = async (
  translation: Translation,
  { commands, context, abandoned }: Scanning,
  into: Domain,
  part: readonly ReadEntry[],
): Promise<void> => {
  abandoned().throwIfAborted();
  const taken = part.filter(isTaken);
  const fresh = taken.filter((entry) => !into.known.has(keyOf(entry)) && into.source !== into.language);
  const ids = new Map<ReadEntry, number>();
  for (const entry of fresh) ids.set(entry, await translation.numbers.next('records'));
  const write = async (unit: UnitOfWork, entry: ReadEntry): Promise<void> => {
    const shipped = { [into.language]: cleanText(entry.text) };
    const fields = fieldsOf(into, entry);
    const id = ids.get(entry);
    for (const { id: known } of into.known.get(keyOf(entry)) ?? [])
      await unit.decide(stringDecider, known, { type: 'KeepShipped', shipped }, undefined);
    if (id !== undefined && (await unit.holder('string', stringName(fields))) === null)
      await unit.decide(stringDecider, id, { type: 'RegisterString', fields, shipped }, undefined);
  };
  await commands.run(context, (unit) =>
    inSlices(taken, AT_ONCE, async (slice) => {
      for (const entry of slice) await write(unit, entry);
    }),
  );
};
