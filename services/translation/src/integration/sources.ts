import {
  calendarErased,
  calendarTranslationEvents,
  calendarTranslationRefused,
  calendarTranslationWritten,
  categoryChanged,
  categoryDeleted,
  coreTranslationEvents,
  coreTranslationRefused,
  coreTranslationWritten,
  type Element,
  type ElementType,
  type EventData,
  eventChanged,
  eventDeleted,
  eventTrashed,
  organizerChanged,
  organizerDeleted,
  organizerTrashed,
  postCategoryChanged,
  postCategoryDeleted,
  postChanged,
  postDeleted,
  tagChanged,
  tagDeleted,
  venueChanged,
  venueDeleted,
  venueTrashed,
} from '@almanac/contracts';
import { contextOf, type Delivery, type Subscription } from '@almanac/messaging';
import { plainTitle } from '@almanac/text';
import type { JobCommand } from '../jobs/jobCommands.ts';
import { answerJob, hasJobs, jobsOfSource, jobsOfVersion, runOnJobs } from '../jobs/runOnJobs.ts';
import type { Translation } from '../translation.ts';

/** The integration events of each type of element. */
const told = [
  { type: 'post_post', changed: postChanged, trashed: undefined, deleted: postDeleted },
  { type: 'post_cal_events', changed: eventChanged, trashed: eventTrashed, deleted: eventDeleted },
  { type: 'post_cal_venue', changed: venueChanged, trashed: venueTrashed, deleted: venueDeleted },
  { type: 'post_cal_organizer', changed: organizerChanged, trashed: organizerTrashed, deleted: organizerDeleted },
  { type: 'tax_category', changed: postCategoryChanged, trashed: undefined, deleted: postCategoryDeleted },
  { type: 'tax_post_tag', changed: tagChanged, trashed: undefined, deleted: tagDeleted },
  { type: 'tax_cal_events_cat', changed: categoryChanged, trashed: undefined, deleted: categoryDeleted },
] as const;

/** Follows changes of sources, and the answers of their owners about finished jobs. */
export const sourcesSubscription = (translation: Translation): Subscription => ({
  name: 'translation.sources',
  sources: ['core', 'calendar'],
  takes: [
    ...told.flatMap(({ changed, trashed, deleted }) => [changed, trashed ?? [], deleted].flat()),
    calendarErased,
    ...coreTranslationEvents,
    ...calendarTranslationEvents,
  ],
  handle: (delivery) => followSource(translation, delivery),
  handleTogether: async (deliveries) => {
    // a site that orders no translations has no jobs, and so no sources
    if (!deliveries.some(isAnswer) && !(await hasJobs(translation))) return;
    for (const delivery of deliveries) await followSource(translation, delivery);
  },
});

const isAnswer = (delivery: Delivery): boolean =>
  [...coreTranslationEvents, ...calendarTranslationEvents].some((each) => each.is(delivery));

const followSource = async (translation: Translation, delivery: Delivery): Promise<void> => {
  if (await heardAnswer(translation, delivery)) return;
  if (calendarErased.is(delivery)) return erasedSource(translation, delivery, delivery.data);
  for (const { type, changed, trashed, deleted } of told) {
    if (changed.is(delivery)) await changedSource(translation, delivery, type, delivery.data);
    else if (trashed?.is(delivery)) await trashedSource(translation, delivery, { type, id: delivery.data.id });
    else if (deleted.is(delivery)) await lostSource(translation, delivery, { type, id: delivery.data.id });
  }
};

const heardAnswer = async (translation: Translation, delivery: Delivery): Promise<boolean> => {
  const context = contextOf(delivery);
  if (coreTranslationWritten.is(delivery) || calendarTranslationWritten.is(delivery)) {
    const { job, jobId: job_id, hash, id: version, path, held } = delivery.data;
    const command: JobCommand = { type: 'Written', version: { job_id, hash, version, path, held } };
    await answerJob(translation, context, { job, command });
    return true;
  }
  if (coreTranslationRefused.is(delivery) || calendarTranslationRefused.is(delivery)) {
    const { job, jobId, hash, code, gone } = delivery.data;
    await answerJob(translation, context, { job, command: { type: 'Refused', jobId, hash, code, gone } });
    return true;
  }
  return false;
};

/**
 * The data that events of all types may carry: records have a title and a status, terms a name. For an erased
 * organizer, title and texts are null.
 */
type Facts = Pick<EventData<'calendar.organizer-changed.v1'>, 'id' | 'title' | 'path' | 'status' | 'texts'> &
  Pick<EventData<'core.tag-changed.v1'>, 'name'>;

const NO_TITLE = '';

const changedSource = async (
  translation: Translation,
  delivery: Delivery,
  type: ElementType,
  { id, title, name, path, status, texts }: Facts,
): Promise<void> => {
  const context = contextOf(delivery);
  const shown = title === undefined ? name : title;
  const change = {
    minor: texts?.minor ?? false,
    ...(shown !== undefined && { title: shown === null ? NO_TITLE : plainTitle(shown) }),
    ...(path !== undefined && { path }),
    ...(status !== undefined && { element_status: status }),
    ...(texts && { hashes: texts.units, source_version: texts.version }),
  };
  await runOnJobs(translation, context, await jobsOfSource(translation, { type, id }), { type: 'NoteSource', change });
  if (path === undefined) return;
  await runOnJobs(translation, context, await jobsOfVersion(translation, { type, id }), { type: 'NoteVersion', path });
};

/** Removes the title and address of an erased organizer from its jobs. */
const erasedSource = async (
  translation: Translation,
  delivery: Delivery,
  { kind, id }: EventData<'calendar.erased.v1'>,
): Promise<void> => {
  if (kind !== 'organizer') return;
  const [context, element] = [contextOf(delivery), { type: 'post_cal_organizer', id } as const];
  const change = { minor: false, title: NO_TITLE, path: null };
  await runOnJobs(translation, context, await jobsOfSource(translation, element), { type: 'NoteSource', change });
  const moved = { type: 'NoteVersion', path: null } as const;
  await runOnJobs(translation, context, await jobsOfVersion(translation, element), moved);
};

/** Removes the address of the element from jobs, both as a source and as a version. */
const trashedSource = async (translation: Translation, delivery: Delivery, element: Element): Promise<void> => {
  const context = contextOf(delivery);
  const change = { minor: false, path: null, element_status: 'trash' };
  await runOnJobs(translation, context, await jobsOfSource(translation, element), { type: 'NoteSource', change });
  const moved = { type: 'NoteVersion', path: null } as const;
  await runOnJobs(translation, context, await jobsOfVersion(translation, element), moved);
};

const lostSource = async (translation: Translation, delivery: Delivery, element: Element): Promise<void> => {
  const found = await jobsOfSource(translation, element);
  await runOnJobs(translation, contextOf(delivery), found, { type: 'LoseSource' });
  await trashedSource(translation, delivery, element);
};
