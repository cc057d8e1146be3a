import { can } from '@almanac/identity';
import type { RestRequest, Values } from '@almanac/rest';
import { plainText, storedContent, storedTitle } from '@almanac/text';
import type { Core } from '../core.ts';
import { writtenMeta } from '../posts/meta/writtenMeta.ts';
import { askedDate } from '../posts/requestedDate.ts';
import type { writeArgs } from './mediaArgs.ts';
import type { MediumInput } from './mediumCommands.ts';

/** Arguments sent for a medium, in the query, as JSON or as a form. */
export interface SentMedium {
  readonly args: { readonly [Name in keyof typeof writeArgs]?: Values<typeof writeArgs>[Name] | undefined };
  readonly given: ReadonlySet<string>;
}

type Asking = Pick<RestRequest, 'principal' | 'site'>;

/** Returns the texts; those of users without `unfiltered_html` are cleaned (docs/interface/texts.md §7). */
const textsOf = ({ principal, site }: Asking, { args }: SentMedium): MediumInput => {
  const author = { unfilteredHtml: can(principal, 'unfiltered_html'), host: new URL(site).host };
  const { title, caption, description, alt_text: alt } = args;
  return {
    ...(title === undefined ? {} : { title: storedTitle(title, author) }),
    ...(caption === undefined ? {} : { caption: storedContent(caption, author) }),
    ...(description === undefined ? {} : { description: storedContent(description, author) }),
    ...(alt === undefined ? {} : { alt }),
  };
};

/** Returns the members that need no conversion; null empties them. */
const plainMembers = ({ args, given }: SentMedium): MediumInput => ({
  ...(given.has('featured_media') ? { image: args.featured_media ?? 0 } : {}),
  ...(given.has('template') ? { template: plainText(args.template ?? '') } : {}),
  ...(given.has('slug') ? { slug: args.slug ?? '' } : {}),
  ...(given.has('post') ? { parent: args.post ?? 0 } : {}),
  ...(args.status == null ? {} : { status: args.status === 'private' ? 'private' : 'inherit' }),
  ...(args.comment_status === undefined ? {} : { commentStatus: args.comment_status }),
  ...(args.ping_status === undefined ? {} : { pingStatus: args.ping_status }),
  ...(args.author == null ? {} : { author: args.author }),
});

/** Returns the input of a request for a medium. @throws DomainError 400 for invalid members of `meta` */
export const requestedMedium = (core: Core, asking: Asking, sent: SentMedium): MediumInput => {
  const { meta } = sent.args;
  const date = askedDate(sent.args, core.settings.current().timezone);
  const trusted = can(asking.principal, 'unfiltered_html');
  return {
    ...textsOf(asking, sent),
    ...plainMembers(sent),
    ...(date === undefined ? {} : { date }),
    ...(meta === undefined ? {} : { meta: writtenMeta(meta, trusted) }),
  };
};
