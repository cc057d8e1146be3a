import {
  type CategoryTreeEvent,
  changedTexts,
  resultMapping,
  type TranslationGroupEvent,
  type TranslationResultEvent,
  termTexts,
} from '@almanac/content-model';
import {
  commentChanged,
  commentDeleted,
  coreErased,
  coreTranslationRefused,
  coreTranslationWritten,
  credentialsChanged,
  type EventContext,
  type IntegrationEvent,
  type Mapping,
  menuChanged,
  menuDeleted,
  menuItemChanged,
  menuItemDeleted,
  menusPlaced,
  notPublished,
  postCategoryChanged,
  postCategoryDeleted,
  publishingOf,
  settingsChanged,
  tagChanged,
  tagDeleted,
  userChanged,
  userDeleted,
} from '@almanac/contracts';
import type { ClaimEvent } from '@almanac/event-sourcing';
import type { ApplicationPasswordEvent } from '../accounts/application-passwords/applicationPassword.ts';
import type { UserEvent } from '../accounts/users/user.ts';
import type { Comment, CommentEvent } from '../comments/comment.ts';
import type { MediumEvent } from '../media/medium.ts';
import type { MenuEvent, MenuFields } from '../menus/menu.ts';
import type { MenuItemEvent, MenuItemFields } from '../menus/menuItem.ts';
import type { MenuLocationsEvent } from '../menus/menuLocations.ts';
import type { PageTreeEvent } from '../posts/pageTree.ts';
import type { PostEvent } from '../posts/post.ts';
import type { AutosaveEvent } from '../revisions/autosave.ts';
import type { SettingsEvent } from '../settings/siteSettings.ts';
import type { Term, TermEvent } from '../terms/term.ts';
import { mediumMapping } from './mediaFacts.ts';
import { postMapping } from './postFacts.ts';

const users: Mapping<UserEvent> = {
  UserRegistered: ({ stream, id, data }) => userChanged.of(stream, { id, name: data.name, slug: data.slug }),
  UserChanged: ({ stream, id, data }) => publicUser(stream, id, data),
  UserRolesChanged: ({ stream, id }) => credentialsChanged.of(stream, { userId: id }),
  UserPasswordChanged: ({ stream, id }) => credentialsChanged.of(stream, { userId: id }),
  UserDeleted: ({ stream, id, data }) => userDeleted.of(stream, { id, reassign: data.reassign }),
  UserErased: ({ stream, id }) => coreErased.of(stream, { kind: 'user', id }),
};

const publicUser = (
  stream: string,
  id: number,
  { name, slug }: { readonly name?: string; readonly slug?: string },
): IntegrationEvent | undefined =>
  name === undefined && slug === undefined
    ? undefined
    : userChanged.of(stream, { id, ...(name === undefined ? {} : { name }), ...(slug === undefined ? {} : { slug }) });

const ofOwner = ({ data }: { readonly data: { readonly user: number } }): IntegrationEvent =>
  credentialsChanged.of(`user-${data.user}`, { userId: data.user });

const passwords: Mapping<ApplicationPasswordEvent> = {
  ApplicationPasswordCreated: ofOwner,
  ApplicationPasswordRevoked: ofOwner,
  ApplicationPasswordRenamed: notPublished,
};

const facts = ['name', 'slug', 'description', 'parent', 'language', 'group', 'source'] as const;

type OfTerm = EventContext & { readonly data: Partial<Term> };

/** Returns the public facts among the changed members of a term, and its changed texts. */
const termFacts = ({ id, version, data }: OfTerm) => {
  const known = facts.flatMap((fact) => (data[fact] === undefined ? [] : [[fact, data[fact]]]));
  return { id, ...Object.fromEntries(known), ...changedTexts(termTexts, { version, data }) };
};

const ofTag = (event: OfTerm): IntegrationEvent => {
  const { parent: _, ...told } = termFacts(event);
  return tagChanged.of(event.stream, told);
};

const ofCategory = (event: OfTerm): IntegrationEvent => postCategoryChanged.of(event.stream, termFacts(event));

const terms: Mapping<TermEvent> = {
  TagCreated: ofTag,
  TagChanged: ofTag,
  TagPlacedInTranslationGroup: ofTag,
  TagListingLanguagesChanged: notPublished,
  TagDeleted: ({ stream, id }) => tagDeleted.of(stream, { id }),
  CategoryCreated: ofCategory,
  CategoryChanged: ofCategory,
  CategoryPlacedInTranslationGroup: ofCategory,
  CategoryListingLanguagesChanged: notPublished,
  CategoryDeleted: ({ stream, id }) => postCategoryDeleted.of(stream, { id }),
};

const settings: Mapping<SettingsEvent> = {
  SiteSettingsCreated: ({ stream, version, data }) => settingsChanged.of(stream, { version, settings: data.settings }),
  SiteSettingsChanged: ({ stream, version, data }) => settingsChanged.of(stream, { version, settings: data.settings }),
};

/** Returns the public facts among the changed members of a comment. */
const ofComment = ({ stream, id, data }: EventContext & { readonly data: Partial<Comment> }): IntegrationEvent => {
  const { post, parent, author, status, dateUtc } = data;
  return commentChanged.of(stream, {
    id,
    ...(post === undefined ? {} : { post }),
    ...(parent === undefined ? {} : { parent }),
    ...(author === undefined ? {} : { author }),
    ...(status === undefined ? {} : { status }),
    ...(dateUtc === undefined ? {} : { published: `${dateUtc.replace(' ', 'T')}Z` }),
  });
};

const comments: Mapping<CommentEvent> = {
  CommentWritten: ofComment,
  CommentChanged: ofComment,
  CommentModerated: ofComment,
  CommentDeleted: ({ stream, id }) => commentDeleted.of(stream, { id }),
  CommentErased: ({ stream, id }) => coreErased.of(stream, { kind: 'comment', id }),
};

const ofMenu = ({ stream, id, data }: EventContext & { readonly data: Partial<MenuFields> }): IntegrationEvent => {
  const { autoAdd: _, ...facts } = data;
  return menuChanged.of(stream, { ...facts, id });
};

const ofMenuItem = ({
  stream,
  id,
  data,
}: EventContext & { readonly data: Partial<MenuItemFields> }): IntegrationEvent => {
  const { target: _target, classes: _classes, xfn: _xfn, attrTitle: _title, description: _text, ...facts } = data;
  return menuItemChanged.of(stream, { ...facts, id });
};

const menus: Mapping<MenuEvent | MenuItemEvent | MenuLocationsEvent> = {
  MenuCreated: ofMenu,
  MenuChanged: ofMenu,
  MenuDeleted: ({ stream, id }) => menuDeleted.of(stream, { id }),
  MenuItemCreated: ofMenuItem,
  MenuItemChanged: ofMenuItem,
  MenuItemDeleted: ({ stream, id }) => menuItemDeleted.of(stream, { id }),
  MenusPlaced: ({ stream, data }) => menusPlaced.of(stream, { places: data.places }),
};

const results = resultMapping({ written: coreTranslationWritten, refused: coreTranslationRefused });

const unpublishedEvents: Mapping<
  AutosaveEvent | CategoryTreeEvent | PageTreeEvent | ClaimEvent | TranslationGroupEvent
> = {
  AutosaveCreated: notPublished,
  AutosaveChanged: notPublished,
  AutosaveDeleted: notPublished,
  CategoryPlaced: notPublished,
  CategoryRemoved: notPublished,
  PagePlaced: notPublished,
  PageRemoved: notPublished,
  Taken: notPublished,
  Released: notPublished,
  TranslationAdded: notPublished,
  TranslationVisibilityChanged: notPublished,
  TranslationRemoved: notPublished,
};

/** Maps a commit of core to its integration events (docs/architecture.md §3). */
export const publishing = publishingOf<
  | UserEvent
  | ApplicationPasswordEvent
  | PostEvent
  | MediumEvent
  | TermEvent
  | SettingsEvent
  | AutosaveEvent
  | CategoryTreeEvent
  | CommentEvent
  | MenuEvent
  | MenuItemEvent
  | MenuLocationsEvent
  | PageTreeEvent
  | ClaimEvent
  | TranslationGroupEvent
  | TranslationResultEvent
>({
  ...users,
  ...passwords,
  ...postMapping,
  ...mediumMapping,
  ...terms,
  ...settings,
  ...comments,
  ...menus,
  ...results,
  ...unpublishedEvents,
});
