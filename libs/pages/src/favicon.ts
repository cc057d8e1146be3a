import type { SiteSettings } from '@almanac/contracts';
import type { RestRequest, RestResponse } from '@almanac/rest';
import { html } from './html.ts';
import { cachedAnswer } from './pageAnswer.ts';

/** A leaf of a calendar with the first letter of the site's name. */
export const faviconAnswer = (
  request: Pick<RestRequest, 'principal' | 'headers'>,
  { name }: Pick<SiteSettings, 'name'>,
): RestResponse => {
  const [letter = ''] = name.trim();
  const picture = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#0b4f9e"/><rect x="4" y="9" width="24" height="19" rx="2" fill="#fff"/><text x="16" y="24.5" font-family="system-ui,sans-serif" font-size="16" font-weight="700" text-anchor="middle" fill="#0b4f9e">${letter.toUpperCase()}</text></svg>`;
  return cachedAnswer(request, { body: picture.text, contentType: 'image/svg+xml' });
};
