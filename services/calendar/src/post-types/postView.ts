import { i18nMembers, slugScope } from '@almanac/content-model';
import { isoLocal } from '@almanac/dates';
import type { Documents } from '@almanac/documents';
import { type Claim, claimId, claims, streamOf } from '@almanac/event-sourcing';
import { type Link, type Links, linkSet, type RestRequest, selfLink, viewsOf } from '@almanac/rest';
import { hasBlocks, slugOf, uniqueSlug } from '@almanac/text';
import { addressOf } from '../addresses.ts';
import type { Calendar } from '../calendar.ts';
import { type PageMedia, prepareRecord, recordMembers, type View } from '../calx/recordView.ts';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import type { KindNames } from '../content-items/itemKind.ts';
import { isUnlocked, mayWriteSome } from '../content-items/itemRights.ts';
import { picturedTexts } from '../content-items/picturedTexts.ts';
import { renderedTitle } from '../content-items/renderedTexts.ts';
import { imageViews } from '../images/images.ts';
import { displayOf } from '../linked-items/linkedAnswers.ts';
import type { Display } from '../rememberViews.ts';
import { postActions } from './postActions.ts';
import type { PostKind } from './postKinds.ts';

export type Context = 'view' | 'embed' | 'edit';

interface Presentation {
  readonly context: Context;
  readonly password?: string | undefined;
  /** False for a record shown after its deletion. */
  readonly links?: boolean;
}

/** Returns the views of records in the form of posts (docs/interface/calendar-post-types.md §2). */
export const postViews = async <Fields extends ItemFields>(
  calendar: Calendar,
  request: RestRequest<unknown>,
  post: PostKind<Fields>,
  states: readonly (ItemState & Fields)[],
  presentation: Presentation,
): Promise<View[]> => {
  const { documents } = calendar;
  const { kind } = post;
  const [images, texts, i18n] = await Promise.all([
    imageViews(documents, states, request),
    picturedTexts(documents, states, request.site),
    i18nMembers(documents, kind.noun, states, mayWriteSome(request.principal, kind, 'edit')),
  ]);
  const display = displayOf(calendar, request);
  const { context, links = true } = presentation;
  return viewsOf(states, async (state) => {
    await prepareRecord(state, texts);
    const members = membersOf(post, state, { images, texts }, display, presentation);
    return {
      ...members,
      ...(context === 'edit' &&
        kind.noun === 'event' && { generated_slug: await generatedSlug(documents, kind, state) }),
      ...(context !== 'embed' && { i18n: i18n(state) }),
      ...(links && request.wants('_links') && { _links: await linksOf(request, post, state, context === 'edit') }),
    };
  });
};

const membersOf = <Fields extends ItemFields>(
  { kind, terms, metaOf }: PostKind<Fields>,
  state: ItemState & Fields,
  media: PageMedia,
  display: Display,
  { context, password }: Presentation,
): View => {
  const edits = context === 'edit';
  const isOpen = edits || isUnlocked(state, password);
  const shown = recordMembers(state, kind.noun, media, display);
  const { comment_status: _, ping_status: __, format: ___, ...members } = shown;
  const { content, excerpt, ...publication } = members;
  const { id, date, slug, author } = state;
  const { guid = addressOf(display.site, state) } = state;
  const title = { rendered: renderedTitle(state.title) };
  const link = addressOf(display.site, state);
  const shownExcerpt = { ...excerpt, rendered: isOpen ? excerpt.rendered : '' };
  if (context === 'embed') {
    const { type, featured_media } = publication;
    return { id, date: isoLocal(date), slug, type, link, title, excerpt: shownExcerpt, author, featured_media };
  }
  return {
    ...publication,
    guid: edits ? { rendered: guid, raw: guid } : { rendered: guid },
    ...(edits && { password: state.password }),
    title: edits ? { raw: state.title, ...title } : title,
    content: {
      ...(edits && { raw: state.content }),
      ...content,
      rendered: isOpen ? content.rendered : '',
      ...(edits && { block_version: hasBlocks(state.content) ? 1 : 0 }),
    },
    excerpt: edits ? { raw: state.excerpt, ...shownExcerpt } : shownExcerpt,
    meta: isOpen ? metaOf(state) : {},
    ...terms?.(state),
  };
};

/** Returns the slug that the title would give the record. */
const generatedSlug = (
  documents: Documents,
  kind: KindNames & { readonly aggregate: { readonly category: string } },
  { id, title, language }: ItemState,
): Promise<string> => {
  const own = streamOf(kind.aggregate, id);
  return uniqueSlug(slugOf(title), async (slug) => {
    const claim = await documents.get<Claim>(claims, claimId(slugScope(kind.noun, language), slug));
    return (claim?.body?.by ?? own) !== own;
  });
};

const linksOf = async <Fields extends ItemFields>(
  request: RestRequest<unknown>,
  post: PostKind<Fields>,
  { id, author, image }: ItemState,
  edits: boolean,
): Promise<Links> => {
  const { kind, terms } = post;
  const root = `${request.apiRoot}/core/v2`;
  const collection = `${root}/${kind.type}`;
  const self = `${collection}/${id}`;
  const termLink = (taxonomy: string, base: string): Link => ({
    taxonomy,
    embeddable: true,
    href: `${root}/${base}?post=${id}`,
  });
  const allowed = edits ? postActions(post).filter(([, may]) => may(request.principal)) : [];
  return linkSet({
    self: [await selfLink(self, request)],
    collection: [{ href: collection }],
    about: [{ href: `${root}/types/${kind.type}` }],
    author: author === 0 ? undefined : [{ embeddable: true, href: `${root}/users/${author}` }],
    'core:featuredmedia': image === null ? undefined : [{ embeddable: true, href: `${root}/media/${image}` }],
    'core:attachment': [{ href: `${root}/media?parent=${id}` }],
    'core:term': terms && [termLink('post_tag', 'tags'), termLink('cal_events_cat', 'cal_events_cat')],
    ...Object.fromEntries(allowed.map(([relation]) => [relation, [{ href: self }]])),
  });
};
