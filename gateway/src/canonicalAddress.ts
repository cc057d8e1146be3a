import { canonicalPath, type Language } from '@almanac/i18n';
import type { Exchange } from './exchange.ts';

/** The address under which a page is answered; undefined where it was asked for under that. */
export const canonicalAddress = ({ request, baseUrl, query }: Exchange, siteLanguage: Language): string | undefined => {
  const whole = (request.url ?? '/').split('?', 1)[0] as string;
  const right = canonicalPath(whole, siteLanguage);
  return right === whole ? undefined : `${baseUrl}${right}${query === '' ? '' : `?${query}`}`;
};
