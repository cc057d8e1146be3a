import { Parser } from 'htmlparser2';
import { trimmed } from './trimmed.ts';

/** Treats all elements as void: a stack of open elements would take quadratic time in their depth. */
class FlatParser extends Parser {
  override isVoidElement(): boolean {
    return true;
  }
}

/** Returns the visible text of displayed HTML in one line: without elements, with decoded character entities. */
export const shownText = (html: string): string => {
  const texts: string[] = [];
  new FlatParser({ ontext: (text) => texts.push(text) }, { decodeEntities: true }).end(html);
  return trimmed(texts.join('').replace(/\s+/g, ' '));
};
