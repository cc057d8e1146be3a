import type { SaxesTagNS } from 'saxes';
import type { Attributes, Dialect } from './dialect.ts';

export const attributesOf =
  (tag: SaxesTagNS): Attributes =>
  (name) =>
    Object.hasOwn(tag.attributes, name) ? tag.attributes[name]?.value : undefined;

/**
 * Walks the elements below the root, reports those of the dialect's namespace, and collects the texts that the dialect
 * needs. It skips unwanted elements and those of other namespaces, with all their content. Some programs write elements
 * without a namespace; these count as XLIFF.
 */
export const createWalker = (namespace: string, dialect: Dialect) => {
  const path: string[] = ['xliff'];
  let passedOver = 0;
  let text: string | null = null;
  let inText = 0;

  const parent = () => path.at(-1) ?? '';

  const openWithin = (tag: SaxesTagNS): void => {
    path.push(tag.local);
    inText += 1;
    text += dialect.inlineOpen(tag.local, attributesOf(tag));
  };

  const openElement = (tag: SaxesTagNS): void => {
    if (!dialect.open(tag.local, parent(), attributesOf(tag))) passedOver = 1;
    else {
      if (dialect.holdsText(tag.local, parent())) text = '';
      path.push(tag.local);
    }
  };

  const closeElement = (): void => {
    const name = path.pop() ?? '';
    if (inText > 0) {
      inText -= 1;
      text += dialect.inlineClose(name);
      return;
    }
    const held = text ?? '';
    text = null;
    dialect.close(name, parent(), held);
  };

  return {
    open: (tag: SaxesTagNS): void => {
      if (passedOver > 0) passedOver += 1;
      else if (tag.uri !== namespace && tag.uri !== '') passedOver = 1;
      else if (text !== null) openWithin(tag);
      else openElement(tag);
    },
    close: (): void => {
      if (passedOver > 0) passedOver -= 1;
      else if (path.length > 0) closeElement();
    },
    text: (piece: string): void => {
      if (text !== null && passedOver === 0) text += piece;
    },
  };
};
