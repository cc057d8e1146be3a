import { amountText, isOwnLanguage } from '@almanac/pages';
import { type DisplayedAmount, displayCost } from '../events/cost.ts';
import type { EventState } from '../events/event.ts';
import { eventDisplay } from '../events/eventAnswers.ts';
import type { PageContext } from './pageContext.ts';

/**
 * Returns the cost of an event; “free” is in the language of the page, not of the record. Amounts are as typed in the
 * site's own language, and as usual in others.
 */
export const costText = (
  { calendar, request, renderContext }: PageContext,
  { cost }: Pick<EventState, 'cost'>,
): string => {
  const inLanguage = ({ decimal, symbol }: DisplayedAmount): string =>
    amountText({ decimal, sign: symbol, currency: cost.code || renderContext.site.currency_code }, renderContext);
  const { currency } = eventDisplay(calendar, request);
  const shown = displayCost(cost, currency, isOwnLanguage(renderContext) ? undefined : inLanguage);
  return shown.replace(/^Free(?= – |$)/, renderContext.text('Free'));
};
