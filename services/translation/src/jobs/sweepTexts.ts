import type { Entry } from '@almanac/documents';
import { isEventOf } from '@almanac/event-sourcing';
import type { NewEvent } from '@almanac/event-store';
import { readRestores, repeatWhileLeased } from '@almanac/messaging';
import type { Translation } from '../translation.ts';
import { unitsDecider } from './units.ts';
import { STORED_TEXT_KIND, type StoredText, type StoredTextEntry, TEXTS } from './unitTexts.ts';

// A text is stored before the commit that names it. If the commit is refused or missing, no event names the text. The
// sweep reads the log to its end and then deletes such texts. Texts that an event names are never deleted.

/** The name of the lease under which texts are swept. */
export const TEXT_WORK = 'translation.texts';
const EVERY_MS = 3_600_000;

/** Milliseconds after which no commit with a stored text can follow any more. */
export const COMMITTED_WITHIN = 24 * 3_600_000;

/** The hashes that events name; the bodies of these entries are empty. */
const NAMED = 'translation-texts-named';
const PLACE = 'translation-texts-place';
const BATCH = 500;

/** The position up to which the log was read for hashes; after a restore it is read again. */
interface Place {
  readonly position: number;
  readonly restores: number;
}

type Ports = Pick<Translation, 'entries' | 'store' | 'now'>;

/** Deletes texts that were stored at least a day ago and that no event names. Ends when the signal aborts. */
export const sweepTexts = async (ports: Ports, signal: AbortSignal): Promise<void> => {
  const before = ports.now().getTime() - COMMITTED_WITHIN;
  const old = await keptBefore(ports, before);
  if (old.length === 0 || !(await noteNames(ports, signal))) return;
  for (const { id, revision } of old) {
    if (signal.aborted) return;
    await settle(ports, id, revision);
  }
};

/** Returns the texts that were last stored before a moment. Only texts that no sweep has settled are listed. */
const keptBefore = async ({ entries }: Ports, before: number): Promise<Entry<StoredTextEntry>[]> => {
  const old: Entry<StoredTextEntry>[] = [];
  for (let after = ''; ; ) {
    const page = await entries.list<StoredTextEntry>(STORED_TEXT_KIND, { after, limit: BATCH });
    const last = page.at(-1);
    if (last === undefined) return old;
    after = last.id;
    old.push(...page.filter(({ body }) => body.at <= before));
  }
};

/**
 * Stores the hashes that the log names, from the last checkpoint on.
 * @returns true if the end of the log is reached
 */
const noteNames = async ({ entries, store }: Ports, signal: AbortSignal): Promise<boolean> => {
  const restores = (await readRestores(entries)).length;
  const known = (await entries.get<Place>(PLACE, 'log'))?.body;
  let position = known?.restores === restores ? known.position : 0;
  while (!signal.aborted) {
    const commits = await store.readLog(position, BATCH);
    const last = commits.at(-1);
    if (last === undefined) return true;
    const names = new Set(commits.flatMap(({ events }) => events.flatMap(namesIn)));
    const named = [...names].map((id) => ({ id, body: {} }));
    if (named.length > 0) await entries.insertAll(NAMED, named);
    position = last.position;
    await entries.put<Place>(PLACE, 'log', { position, restores });
  }
  return false;
};

const namesIn = (event: NewEvent): string[] => {
  if (!isEventOf(unitsDecider, event)) return [];
  if (event.type === 'UnitsOpened') return event.data.units.flatMap(({ source, target }) => hashesOf([source, target]));
  return event.data.units.flatMap(({ target }) => hashesOf([target]));
};

const hashesOf = (texts: readonly StoredText[]): string[] =>
  texts.flatMap((text) => (typeof text === 'string' ? [] : [text.hash]));

/** Deletes a text that no event names, unless it was stored again meanwhile. In both cases later sweeps skip it. */
const settle = async ({ entries }: Ports, hash: string, revision: number): Promise<void> => {
  const text = await entries.get(TEXTS, hash);
  const kept = await entries.get(STORED_TEXT_KIND, hash);
  if (kept?.revision !== revision) return;
  const isNamed = (await entries.get(NAMED, hash)) !== undefined;
  if (!isNamed && text !== undefined && !(await entries.delete(TEXTS, hash, { ifRevision: text.revision }))) return;
  await entries.delete(STORED_TEXT_KIND, hash, { ifRevision: revision });
};

/** Sweeps every hour, in one of the processes (docs/architecture.md §2, Due work). Ends when the signal aborts. */
export const runTextWork = (translation: Translation, signal: AbortSignal): Promise<void> => {
  const turns = { name: TEXT_WORK, holder: translation.newId(), rest: EVERY_MS, signal };
  return repeatWhileLeased(translation, turns, (working) => sweepTexts(translation, working));
};
