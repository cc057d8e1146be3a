import { isLanguage, languageCodes } from '@almanac/i18n';
import { invalid } from './arg.ts';
import type { Body } from './body.ts';
import type { Caller } from './caller.ts';
import { invalidParams } from './errors.ts';
import type { ReceivedRequest } from './exchange.ts';
import { messages } from './messages.ts';

/**
 * Returns the request in the language of its body, or of a batch item's query: the gateway reads only addresses
 * (docs/interface/server.md §1.1).
 * The body takes precedence over the query; null counts as not sent.
 * @throws InvalidParamsError 400 for a language that the site does not have
 */
export const withRequestLanguage = (received: ReceivedRequest, { params }: Pick<Body, 'params'>): ReceivedRequest => {
  const asked = params.i18n_language ?? received.queryParams.i18n_language ?? received.caller.language;
  if (asked === received.caller.language) return received;
  if (!isLanguage(asked)) {
    const values = languageCodes().join(', ');
    throw invalidParams({ i18n_language: invalid(messages.notInEnum, 'rest_not_in_enum', { values }) });
  }
  return { ...received, caller: speaking(received.caller, asked) };
};

/** Addresses in answers are in the language of the request (docs/interface/server.md §1.1). */
const speaking = (caller: Caller, language: string): Caller => {
  const [before, after] = [`${caller.site}/${caller.language}/`, `${caller.site}/${language}/`];
  const { apiRoot } = caller;
  return {
    ...caller,
    language,
    apiRoot: apiRoot.startsWith(before) ? `${after}${apiRoot.slice(before.length)}` : apiRoot,
  };
};
