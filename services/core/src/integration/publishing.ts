import {
  coreErased,
  credentialsChanged,
  type IntegrationEvent,
  type Publishing,
  settingsChanged,
  tagChanged,
  tagDeleted,
  userChanged,
  userDeleted,
} from '@almanac/contracts';
import type { NewEvent } from '@almanac/event-store';
import type { UserEvent } from '../accounts/user.ts';
import type { ApplicationPasswordEvent } from '../application-passwords/applicationPassword.ts';
import type { MediumEvent } from '../media/medium.ts';
import type { PostEvent } from '../posts/post.ts';
import type { SettingsEvent } from '../settings/siteSettings.ts';
import type { TermEvent } from '../terms/term.ts';
import { toldOfMedium } from './mediaFacts.ts';
import { toldOfPost } from './postFacts.ts';

type Told = UserEvent | ApplicationPasswordEvent | TermEvent<'Tag'> | SettingsEvent;

const idOf = (stream: string): number => Number(stream.slice(stream.indexOf('-') + 1));

/** What others are told of one event; undefined where it stays core's own. */
const toldOf = ({ stream, version, type, data }: NewEvent): IntegrationEvent | undefined => {
  const event = { type, data } as Told;
  const id = idOf(stream);
  switch (event.type) {
    case 'UserRegistered':
      return userChanged.of(stream, { id, name: event.data.name, slug: event.data.slug });
    case 'UserChanged':
      return publicUser(stream, id, event.data);
    case 'UserRolesChanged':
    case 'UserPasswordChanged':
      return credentialsChanged.of(stream, { userId: id });
    case 'UserDeleted':
      return userDeleted.of(stream, { id, reassign: event.data.reassign });
    case 'UserErased':
      return coreErased.of(stream, { kind: 'user', id });
    case 'ApplicationPasswordCreated':
    case 'ApplicationPasswordRevoked':
      return credentialsChanged.of(`user-${event.data.user}`, { userId: event.data.user });
    case 'TagCreated':
      return tagChanged.of(stream, factsOfTag(id, event.data));
    case 'TagChanged':
    case 'TagGrouped':
      return tagChanged.of(stream, factsOfTag(id, event.data));
    case 'TagDeleted':
      return tagDeleted.of(stream, { id });
    case 'SiteSettingsCreated':
    case 'SiteSettingsChanged':
      return settingsChanged.of(stream, { version, settings: event.data.settings });
    default:
      return toldOfRecord(stream, id, { type, data });
  }
};

const toldOfRecord = (stream: string, id: number, event: Pick<NewEvent, 'type' | 'data'>) => {
  if (stream.startsWith('post-')) return toldOfPost(stream, id, event as PostEvent);
  return stream.startsWith('medium-') ? toldOfMedium(stream, id, event as MediumEvent) : undefined;
};

const publicUser = (
  stream: string,
  id: number,
  { name, slug }: { readonly name?: string; readonly slug?: string },
): IntegrationEvent | undefined =>
  name === undefined && slug === undefined
    ? undefined
    : userChanged.of(stream, { id, ...(name === undefined ? {} : { name }), ...(slug === undefined ? {} : { slug }) });

const facts = ['name', 'slug', 'description', 'language', 'group'] as const;

const factsOfTag = (id: number, data: Partial<Record<(typeof facts)[number], unknown>>) => ({
  id,
  ...Object.fromEntries(facts.flatMap((fact) => (data[fact] === undefined ? [] : [[fact, data[fact]]]))),
});

/** Maps a commit of core to what it publishes (architecture §3). */
export const publishing: Publishing = (commit) => commit.events.map(toldOf);
