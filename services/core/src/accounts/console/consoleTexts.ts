import { dayText, dayTimeSeparator, type Html, html, timeText } from '@almanac/pages';
import type { SignedIn } from '../sign-in/administrationPage.ts';

/** Renders a time on the site's clock. */
export const momentText = ({ core, renderContext }: SignedIn, iso: string): Html => {
  const zone = core.settings.current().timezone;
  const clock = Temporal.Instant.from(iso)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });
  return html`<time datetime="${iso}">${dayText(clock, renderContext)}${dayTimeSeparator(renderContext)}${timeText(clock, renderContext)}</time>`;
};
