import { Parser } from 'htmlparser2';
import { trimmed } from './trimmed.ts';

/** Keeps no stack of open elements: the parser takes the square of their depth for it. */
class FlatParser extends Parser {
  override isVoidElement(): boolean {
    return true;
  }
}

/** The text that readers see of shown HTML, in one line: without elements, with its character entities read. */
export const shownText = (html: string): string => {
  const texts: string[] = [];
  new FlatParser({ ontext: (text) => texts.push(text) }, { decodeEntities: true }).end(html);
  return trimmed(texts.join('').replace(/\s+/g, ' '));
};
