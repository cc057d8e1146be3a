import { eventChanged } from '@almanac/contracts';
import { type Commands, streamOf } from '@almanac/event-sourcing';
import { contextOf, type Delivery, type Subscription } from '@almanac/messaging';
import type { Calendar } from '../calendar.ts';
import { type Suggestion, suggestionDecider, suggestions } from '../suggestions/suggestion.ts';

/** Notes once that the event of a suggestion was published, by whichever way. */
export const publishedSuggestions = (calendar: Pick<Calendar, 'documents'>, commands: Commands): Subscription => ({
  name: 'calendar.suggestions',
  sources: ['calendar'],
  takes: [eventChanged],
  hasRareEffects: true,
  handle: (delivery) => notePublication(calendar, commands, delivery),
});

const notePublication = async (
  { documents }: Pick<Calendar, 'documents'>,
  commands: Commands,
  delivery: Delivery,
): Promise<void> => {
  if (!eventChanged.is(delivery) || delivery.data.status !== 'publish') return;
  const { id } = delivery.data;
  const suggestion = (await documents.get<Suggestion>(suggestions, id))?.body ?? undefined;
  if (suggestion === undefined || suggestion.published) return;
  const note = { mutexKeys: [streamOf(suggestionDecider, id)] };
  await commands.run(
    contextOf(delivery),
    (unit) => unit.decide(suggestionDecider, id, { type: 'Publish' }, undefined),
    note,
  );
};
