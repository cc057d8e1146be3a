import { displayCost } from '../events/cost.ts';
import type { EventState } from '../events/event.ts';
import { eventDisplay } from '../events/eventAnswers.ts';
import type { PageContext } from './pageContext.ts';

/** Returns the cost of an event; “free” is in the language of the page, not of the record. */
export const costText = (
  { calendar, request, renderContext }: PageContext,
  { cost }: Pick<EventState, 'cost'>,
): string => {
  const shown = displayCost(cost, eventDisplay(calendar, request).currency);
  return shown.replace(/^Free(?= – |$)/, renderContext.text('Free'));
};
