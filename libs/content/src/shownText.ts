import { Parser } from 'htmlparser2';
import { trimmed } from './trimmed.ts';

/** What readers see of shown HTML, in one line: without elements, with its character entities read. */
export const shownText = (html: string): string => {
  const texts: string[] = [];
  new Parser({ ontext: (text) => texts.push(text) }, { decodeEntities: true }).end(html);
  return trimmed(texts.join('').replace(/\s+/g, ' '));
};
