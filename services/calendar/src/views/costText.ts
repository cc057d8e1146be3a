import { displayCost } from '../events/cost.ts';
import type { EventState } from '../events/event.ts';
import { eventDisplay } from '../events/eventAnswers.ts';
import type { PageContext } from './pageContext.ts';

/** The word for no cost is in the page's language, not in the record's. */
export const costText = (
  { calendar, request, renderContext }: PageContext,
  { cost }: Pick<EventState, 'cost'>,
): string => {
  const shown = displayCost(cost, eventDisplay(calendar, request).currency);
  return shown.replace(/^Free(?= – |$)/, renderContext.text('Free'));
};
