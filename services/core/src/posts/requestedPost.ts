import { can } from '@almanac/identity';
import type { RestRequest, Values } from '@almanac/rest';
import { plainText, storedContent, storedTitle } from '@almanac/text';
import type { Core } from '../core.ts';
import { writtenMeta } from './meta/writtenMeta.ts';
import type { writeArgs } from './postArgs.ts';
import type { PostInput } from './postInput.ts';
import { askedDate } from './requestedDate.ts';

type Sent = { readonly [Name in keyof typeof writeArgs]?: Values<typeof writeArgs>[Name] | undefined };
export type WriteRequest = RestRequest<Sent>;

/** Returns the texts; those of users without `unfiltered_html` are cleaned (docs/interface/texts.md §7). */
const textsOf = ({ args, principal, site }: WriteRequest): PostInput => {
  const author = { unfilteredHtml: can(principal, 'unfiltered_html'), host: new URL(site).host };
  const { title, content, excerpt } = args;
  return {
    ...(title === undefined ? {} : { title: storedTitle(title, author) }),
    ...(content === undefined ? {} : { content: storedContent(content, author) }),
    ...(excerpt === undefined ? {} : { excerpt: storedContent(excerpt, author) }),
  };
};

/** Returns the members that need no conversion; null empties them. */
const plainMembers = ({ args, given }: WriteRequest): PostInput => ({
  ...(given.has('password') ? { password: args.password ?? '' } : {}),
  ...(given.has('featured_media') ? { image: args.featured_media ?? 0 } : {}),
  ...(given.has('sticky') ? { sticky: args.sticky ?? false } : {}),
  ...(given.has('template') ? { template: plainText(args.template ?? '') } : {}),
  ...(given.has('slug') ? { slug: args.slug ?? '' } : {}),
  ...(args.comment_status === undefined ? {} : { commentStatus: args.comment_status }),
  ...(args.ping_status === undefined ? {} : { pingStatus: args.ping_status }),
  ...(args.format === undefined ? {} : { format: args.format }),
  ...(args.author === undefined ? {} : { author: args.author }),
});

/** Returns the input of a request for a post. @throws DomainError 400 for invalid members of `meta` */
export const requestedPost = (core: Core, request: WriteRequest): PostInput => {
  const { args, given, principal } = request;
  const { status, meta } = args;
  const date = askedDate(args, core.settings.current().timezone);
  const hidden = status === 'pending' && !can(principal, 'publish_posts');
  return {
    ...textsOf(request),
    ...plainMembers(request),
    ...(status === undefined || status === 'trash' ? {} : { status }),
    ...(hidden ? { slug: '' } : {}),
    ...(date === undefined ? {} : { date }),
    ...(meta === undefined ? {} : { meta: writtenMeta(meta, can(principal, 'unfiltered_html')) }),
    ...(given.has('categories') ? { categories: [...new Set(args.categories ?? [])] } : {}),
    ...(given.has('tags') ? { tags: [...new Set(args.tags ?? [])] } : {}),
  };
};
