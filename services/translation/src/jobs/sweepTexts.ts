import type { Entry } from '@almanac/documents';
import { isEventOf } from '@almanac/event-sourcing';
import type { NewEvent } from '@almanac/event-store';
import { readRestores, repeatWhileLeased } from '@almanac/messaging';
import type { Translation } from '../translation.ts';
import { unitsDecider } from './units.ts';
import { KEPT_TEXTS, type KeptText, type StoredText, TEXTS } from './unitTexts.ts';

// A text is kept before the commit that names it. Where that commit is refused, or never comes, nothing names the text:
// the sweep removes it, after it has read the log to its end. What an event names stays for good.

/** The lease under which texts are swept. */
export const TEXT_WORK = 'translation.texts';
const EVERY_MS = 3_600_000;

/** Milliseconds after which a commit that has kept a text has come, or never does. */
export const COMMITTED_WITHIN = 24 * 3_600_000;

/** The hashes that events name, each without a body worth reading. */
const NAMED = 'translation-texts-named';
const PLACE = 'translation-texts-place';
const BATCH = 500;

/** How far the log was read for names; a restored log is read again. */
interface Place {
  readonly position: number;
  readonly restores: number;
}

type Ports = Pick<Translation, 'entries' | 'store' | 'now'>;

/** Removes the texts that were kept a day ago or longer and that no event names. Ends with the signal. */
export const sweepTexts = async (ports: Ports, signal: AbortSignal): Promise<void> => {
  const before = ports.now().getTime() - COMMITTED_WITHIN;
  const old = await keptBefore(ports, before);
  if (old.length === 0 || !(await noteNames(ports, signal))) return;
  for (const { id, revision } of old) {
    if (signal.aborted) return;
    await settle(ports, id, revision);
  }
};

/** What was last kept before a moment; only what was kept in the last days is listed. */
const keptBefore = async ({ entries }: Ports, before: number): Promise<Entry<KeptText>[]> => {
  const old: Entry<KeptText>[] = [];
  for (let after = ''; ; ) {
    const page = await entries.list<KeptText>(KEPT_TEXTS, { after, limit: BATCH });
    const last = page.at(-1);
    if (last === undefined) return old;
    after = last.id;
    old.push(...page.filter(({ body }) => body.at <= before));
  }
};

/** Notes which texts the log names, from where it was left. @returns whether its end is reached */
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

/** Removes a text that nothing names, unless it is kept again meanwhile; either way nobody looks for it any more. */
const settle = async ({ entries }: Ports, hash: string, revision: number): Promise<void> => {
  const text = await entries.get(TEXTS, hash);
  const kept = await entries.get(KEPT_TEXTS, hash);
  if (kept?.revision !== revision) return;
  const isNamed = (await entries.get(NAMED, hash)) !== undefined;
  if (!isNamed && text !== undefined && !(await entries.delete(TEXTS, hash, { ifRevision: text.revision }))) return;
  await entries.delete(KEPT_TEXTS, hash, { ifRevision: revision });
};

/** Sweeps every hour, in one of the processes (docs/architecture.md §2, Due work). Ends with the signal. */
export const runTextWork = (translation: Translation, signal: AbortSignal): Promise<void> => {
  const turns = { name: TEXT_WORK, holder: translation.newId(), rest: EVERY_MS, signal };
  return repeatWhileLeased(translation, turns, (working) => sweepTexts(translation, working));
};
