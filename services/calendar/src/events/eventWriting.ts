import type { ItemWriting } from '../content-items/writeItem.ts';
import { withoutUndefined } from '../requestArgs.ts';
import { noCost } from './cost.ts';
import { type EventFields, event, eventKind, requireFreeImportUid } from './event.ts';
import { eventLinks, inheritedTerms, requestNamed } from './eventLinks.ts';
import { costOf, type EventValues, sentSchedule } from './eventValues.ts';
import { ownFieldsOf } from './ownFields.ts';

/** The rules by which events are written. A translation has the dates of its source. */
export const eventWriting: ItemWriting<EventFields, EventValues> = {
  kind: eventKind,
  namedRecords: requestNamed,
  readFields: (values, { calendar, principal, before }) => ({
    ...eventKind.sentFields(values, principal),
    ...(values.translation_of === undefined && sentSchedule(values, before, calendar)),
    ...withoutUndefined<EventFields>({ cost: costOf(values, before?.cost ?? noCost) }),
  }),
  completeFields: async (fields, { tags, ...writing }, { id, values, before }) => {
    await requireFreeImportUid(writing.unit, id, fields.importUid);
    const { translation_of: source } = values;
    const complete = {
      ...(source !== undefined && (await inheritedTerms(writing, await writing.unit.load(event, source)))),
      ...fields,
      ...withoutUndefined<EventFields>({ tags: tags.ids() }),
      ...(await eventLinks(writing, values)),
    };
    return { ...complete, ...ownFieldsOf(before, complete, values) };
  },
};
