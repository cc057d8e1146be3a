import type { UnitOfWork } from '@almanac/event-sourcing';
import { createTexts, isDomainError, UNTRANSLATED } from '@almanac/i18n';
import { isInvalidParams } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { type Activity, withActivity } from './activity.ts';
import { copyMemory, newMemory } from './batchMemory.ts';
import type { ImportError } from './import.ts';
import {
  fetchPicture,
  type Importing,
  type ImportRules,
  prepareItem,
  type ReadyItem,
  writeItem,
} from './importedEvent.ts';
import { readItem, UnreadableItem } from './importItem.ts';

/** Limits of the items of one commit; above the second one, in characters of JSON, a commit takes no further item. */
export const ITEMS_A_COMMIT = 50;
export const SIZE_A_COMMIT = 400_000;

/** An item, or the reason why it is refused. */
export type PreparedItem = ReadyItem | { readonly refused: ImportError };

/** Prepares items: fetches pictures in parallel, then takes items in order, so that each finds earlier new tags. */
export const prepareItems = async (importing: Importing, sent: readonly unknown[]): Promise<PreparedItem[]> => {
  const { request, state, pictures } = importing;
  const read = (each: unknown) => readItem(each, state.postStatus);
  await pictures.inLanes(request, sent, async (each) => {
    const fetch = async () => fetchPicture(importing, read(each));
    // a refusal is reported when the item is made ready
    await fetch().catch(refusalOf);
  });
  const items: PreparedItem[] = [];
  for (const each of sent) {
    request.abandoned().throwIfAborted();
    request.goesOn();
    const ready = async () => prepareItem(importing, read(each));
    items.push(await ready().catch((error: unknown) => ({ refused: refusalOf(error) })));
  }
  return items;
};

const english = createTexts();

/** Returns the refusal of an item. @throws the error itself if it is not a refusal */
export const refusalOf = (error: unknown): ImportError => {
  if (error instanceof UnreadableItem) return { slug: 'item-refused', message: error.message };
  if (!isDomainError(error) || error.status >= 500) throw error;
  if (isInvalidParams(error)) return refusalOf(new UnreadableItem(error.refusals[0]?.arg ?? ''));
  return { slug: error.code, message: english.text(error.message, UNTRANSLATED, error.params) };
};

/** Writes items; a refused item does not affect the others. */
export const writeItems = async (
  unit: UnitOfWork,
  calendar: Calendar,
  state: ImportRules,
  items: readonly PreparedItem[],
): Promise<{ readonly activity: Activity; readonly errors: readonly ImportError[] }> => {
  let memory = newMemory();
  const errors: ImportError[] = [];
  for (const item of items) {
    if ('refused' in item) {
      errors.push(item.refused);
      continue;
    }
    const trial = unit.fork();
    const remembered = copyMemory(memory);
    try {
      await writeItem(trial, calendar, state, item, remembered);
      unit.adopt(trial);
      memory = { ...remembered, activity: withActivity(remembered.activity, item.made) };
      errors.push(...item.errors);
    } catch (error) {
      errors.push(refusalOf(error));
    }
  }
  return { activity: memory.activity, errors };
};
