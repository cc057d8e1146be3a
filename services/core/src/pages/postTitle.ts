import { Html, inline, type RenderContext } from '@almanac/pages';
import { displayTitle } from '@almanac/text';
import type { Post } from '../posts/post.ts';

type TitleFields = Pick<Post, 'title' | 'password' | 'status'>;

const PREFIXED = { protected: 'Protected: {title}', private: 'Private: {title}' } as const;

/** Renders the title of a page; a prefix marks protected and private posts (docs/interface/core-posts.md §2.1). */
export const pageTitle = ({ title, password, status }: TitleFields, renderContext: RenderContext): Html => {
  const shown = title === '' ? new Html(renderContext.text('(no title)')) : inline(displayTitle(title));
  const prefix = password !== '' ? PREFIXED.protected : status === 'private' ? PREFIXED.private : undefined;
  return prefix === undefined ? shown : new Html(renderContext.text(prefix, { title: shown.text }));
};
