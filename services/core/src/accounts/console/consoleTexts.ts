import { dayText, type Html, html, timeText } from '@almanac/pages';
import type { SignedIn } from '../sign-in/administrationPage.ts';

/** A moment on the site's clock. */
export const momentText = ({ core, renderContext }: SignedIn, iso: string): Html => {
  const zone = core.settings.current().timezone;
  const clock = Temporal.Instant.from(iso)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });
  return html`<time datetime="${iso}">${dayText(clock, renderContext)}, ${timeText(clock, renderContext)}</time>`;
};

/** What another service is asked with: in the name, and the language, of who is signed in. */
export const asSignedIn = ({ user, request }: SignedIn) => ({
  principal: user,
  language: request.language,
  correlation: request.context.correlation,
  timeout: 15_000,
});
