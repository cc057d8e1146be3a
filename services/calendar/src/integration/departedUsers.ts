import {
  coreErased,
  coreTranslationRefused,
  coreTranslationWritten,
  credentialsChanged,
  mediaChanged,
  mediaDeleted,
  postCategoryChanged,
  postCategoryDeleted,
  postChanged,
  postDeleted,
  settingsChanged,
  tagChanged,
  tagDeleted,
  userChanged,
  userDeleted,
} from '@almanac/contracts';
import { streamOf } from '@almanac/domain';
import { contextOf, type Subscription } from '@almanac/messaging';
import type { CommandContext, Commands, UnitOfWork } from '@almanac/write-side';
import type { Calendar } from '../calendar.ts';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import type { ItemKind } from '../content-items/itemKind.ts';
import { changeItem, nothingAsked, trashItem } from '../content-items/itemWriting.ts';
import { eventKind } from '../events/event.ts';
import { type ImportState, importAggregate, imports } from '../imports/import.ts';
import { importDecider } from '../imports/importCommands.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { venueKind } from '../venues/venue.ts';

const AT_ONCE = 100;

/**
 * Handles the records of deleted users: another user gets them, or they go to the trash. Records that were dealt with
 * are not found again, so a repeat changes nothing. Imports that they started end before, so that nothing comes after.
 */
export const departedUsers = (calendar: Calendar, commands: Commands): Subscription => ({
  name: 'calendar.departed-users',
  sources: ['core'],
  takes: [userDeleted],
  ignores: [
    tagChanged,
    tagDeleted,
    postCategoryChanged,
    postCategoryDeleted,
    userChanged,
    credentialsChanged,
    postChanged,
    postDeleted,
    mediaChanged,
    mediaDeleted,
    settingsChanged,
    coreErased,
    coreTranslationWritten,
    coreTranslationRefused,
  ],
  handle: async (delivery) => {
    if (!userDeleted.is(delivery)) return;
    const departure = { ...delivery.data, context: contextOf(delivery) };
    await endImports(calendar, commands, departure);
    await settle(calendar, commands, eventKind, departure);
    await settle(calendar, commands, venueKind, departure);
    await settle(calendar, commands, organizerKind, departure);
  },
});

interface Departure {
  readonly id: number;
  /** Who gets the records; null: the trash does. */
  readonly reassign: number | null;
  readonly context: CommandContext;
}

/** An import writes as whoever started it, for as long as the outside service has its hash. */
const endImports = async (
  { documents }: Calendar,
  commands: Commands,
  { id, context }: Pick<Departure, 'id' | 'context'>,
): Promise<void> => {
  const started = await documents.find<ImportState>(imports, { filter: { field: 'startedBy', equals: id } });
  for (const pending of started.filter(({ status }) => status === 'pending')) {
    const mutexKeys = [streamOf(importAggregate, pending.id)];
    const end = (unit: UnitOfWork) => unit.decide(importDecider, pending.id, { type: 'Abandon' }, undefined);
    await commands.run(context, end, { mutexKeys });
  }
};

const settle = async <Fields extends ItemFields>(
  calendar: Calendar,
  commands: Commands,
  kind: ItemKind<Fields>,
  { id: author, reassign, context }: Departure,
): Promise<void> => {
  const own = { field: 'author', equals: author };
  const live = { not: { field: 'status', equals: 'trash' } };
  const filter = reassign === null ? { all: [own, live] } : own;
  for (;;) {
    const found = await calendar.documents.find<ItemState>(kind.collection, { filter, limit: AT_ONCE });
    if (found.length === 0) return;
    for (const { id } of found) {
      const subject = { kind, id };
      await commands.run(
        context,
        (unit) =>
          reassign === null
            ? trashItem(unit, calendar, subject)
            : changeItem(unit, calendar, subject, {
                asked: nothingAsked,
                fields: { author: reassign } as Partial<Fields>,
              }),
        { mutexKeys: [streamOf(kind.aggregate, id)] },
      );
    }
  }
};
