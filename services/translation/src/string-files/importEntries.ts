import type { Documents } from '@almanac/documents';
import { streamOf } from '@almanac/event-sourcing';
import type { Language } from '@almanac/i18n';
import { inSlices, type RestRequest } from '@almanac/rest';
import { partsOfDomain } from '../strings/domains.ts';
import { type SiteString, stringDecider } from '../strings/siteString.ts';
import { textOrNull } from '../strings/texts.ts';
import { addStrings, keyOf, type ReadEntry } from './entries.ts';
import type { ImportProgress } from './importProgress.ts';

/** The number of entries per plan, and of strings per commit. */
const COMMIT_SIZE = 500;
/** The number of translations between two pauses for other requests. */
const AT_ONCE = 100;

interface SkippedEntry {
  readonly context: string;
  readonly msgid: string;
  readonly reason: 'fuzzy' | 'empty' | 'unknown' | 'plural';
}

export interface ImportResult {
  readonly imported: number;
  readonly unchanged: number;
  readonly skipped: readonly SkippedEntry[];
}

interface Write {
  readonly string: SiteString;
  readonly text: string;
}

const isSaid = ({ translations }: SiteString, language: Language, text: string): boolean => {
  const known = translations[language];
  return known?.value === text && known.status === 10;
};

/** Strings by their key in files. */
export type KnownStrings = ReadonlyMap<string, readonly SiteString[]>;

/**
 * Returns the strings of a domain without those in the target language. Returns undefined if the domain has no strings.
 */
export const knownStrings = async (
  documents: Documents,
  domain: string,
  language: Language,
): Promise<KnownStrings | undefined> => {
  const found = new Map<string, SiteString[]>();
  let isEmpty = true;
  for await (const part of partsOfDomain(documents, domain)) {
    if (part.length > 0) isEmpty = false;
    addStrings(
      found,
      part.filter((string) => string.source_language !== language),
    );
  }
  return isEmpty ? undefined : found;
};

/** Plans the writes for some entries. An entry counts as imported if it changes one of its strings. */
const planOf = (entries: readonly ReadEntry[], known: KnownStrings, language: Language) => {
  const writes: Write[] = [];
  const skipped: SkippedEntry[] = [];
  let imported = 0;
  for (const entry of entries) {
    const { context, msgid, refused } = entry;
    const exact = known.get(keyOf(entry));
    const said = exact === undefined ? { ...entry, ...entry.unindented } : entry;
    const found = exact ?? known.get(keyOf(said));
    const text = textOrNull(said.text);
    if (refused !== null || found === undefined || text === null) {
      skipped.push({ context, msgid, reason: refused ?? (found === undefined ? 'unknown' : 'empty') });
      continue;
    }
    const changed = found.filter((string) => !isSaid(string, language, text));
    writes.push(...changed.map((string) => ({ string, text })));
    if (changed.length > 0) imported += 1;
  }
  return { writes, imported, skipped };
};

/** Returns the result that an import would have, without writing anything. */
export const planImport = async (
  entries: readonly ReadEntry[],
  known: KnownStrings,
  language: Language,
): Promise<ImportResult> => {
  const skipped: SkippedEntry[] = [];
  let imported = 0;
  await inSlices(entries, COMMIT_SIZE, async (slice) => {
    const plan = planOf(slice, known, language);
    skipped.push(...plan.skipped);
    imported += plan.imported;
  });
  return { imported, unchanged: entries.length - skipped.length - imported, skipped };
};

type Importing = Pick<RestRequest, 'commands' | 'context' | 'abandoned' | 'goesOn'>;

/** Writes the texts, some hundreds per commit. After the client disconnects, it stops with the current commit. */
const writeTexts = async (
  { commands, context, abandoned, goesOn }: Importing,
  writes: readonly Write[],
  language: Language,
): Promise<void> => {
  for (let start = 0; start < writes.length; start += COMMIT_SIZE) {
    abandoned().throwIfAborted();
    goesOn();
    const part = writes.slice(start, start + COMMIT_SIZE);
    const mutexKeys = part.map(({ string }) => streamOf(stringDecider, string.id));
    await commands.run(
      context,
      (unit) =>
        inSlices(part, AT_ONCE, async (slice) => {
          for (const { string, text } of slice) {
            const command = { type: 'TranslateString', translations: { [language]: text } } as const;
            await unit.decide(stringDecider, string.id, command, undefined);
          }
        }),
      { mutexKeys },
    );
  }
};

interface Into {
  readonly known: KnownStrings;
  readonly language: Language;
  readonly progress: ImportProgress;
}

/** Imports the entries of a file, some hundreds at a time, with pauses for other requests. */
export const importEntries = async (
  importing: Importing,
  entries: readonly ReadEntry[],
  { known, language, progress }: Into,
): Promise<ImportResult> => {
  const { begun } = progress;
  const skipped: SkippedEntry[] = [];
  let [imported, turn] = [0, 0];
  await inSlices(entries, COMMIT_SIZE, async (slice) => {
    const plan = planOf(slice, known, language);
    const before = begun[turn];
    if (before === undefined) await progress.begin(plan.imported);
    // Writes only slices that an earlier attempt did not finish: others may have changed older ones since.
    if (turn >= begun.length - 1) await writeTexts(importing, plan.writes, language);
    skipped.push(...plan.skipped);
    imported += before ?? plan.imported;
    turn += 1;
  });
  await progress.end();
  return { imported, unchanged: entries.length - skipped.length - imported, skipped };
};
