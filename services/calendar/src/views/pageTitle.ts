import { type Html, inline, type RenderContext, trusted } from '@almanac/pages';
import type { ItemFields } from '../content-items/contentItem.ts';
import { renderedTitle } from '../content-items/renderedTexts.ts';

const PREFIXED = { protected: 'Protected: {title}', private: 'Private: {title}' } as const;

/** Returns the title on pages, which marks protected and private records. */
export const pageTitle = (
  { title, password, status }: Pick<ItemFields, 'title' | 'password' | 'status'>,
  renderContext: RenderContext,
): Html => {
  const rendered = inline(renderedTitle(title));
  const prefix = password !== '' ? PREFIXED.protected : status === 'private' ? PREFIXED.private : undefined;
  return prefix === undefined ? rendered : trusted(renderContext.text(prefix, { title: rendered.text }));
};
