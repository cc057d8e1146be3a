import type { Collection } from '@almanac/documents';
import type { Decider } from '@almanac/event-sourcing';
import type { Event, RecordedEvent } from '@almanac/event-store';
import type { RecordRegistration } from '@almanac/service';
import { translationErrors } from '../errors.ts';

/** The answers of an administrator about a site at another address: it is a copy, or the site has moved. */
export const resolutions = ['copy', 'moved'] as const;
export type Resolution = (typeof resolutions)[number];

/** The site at the account of its translation service. There is only one. */
export interface SiteAccount {
  readonly version: number;
  /** The id from the account; "" if the site is not registered. */
  readonly site: string;
  readonly user: number;
  /** The address with which it is registered; "" if an operator has set none. */
  readonly url: string;
  /** The other address at which the site last ran; "" for none. */
  readonly clone: string;
  /** The time and address at which it became a copy, independent of its original; null if it is not a copy. */
  readonly copied: { readonly at: string; readonly url: string } | null;
}

export type SiteAccountEvent =
  | Event<'SiteRegistered', { readonly site: string; readonly user: number; readonly url: string }>
  | Event<'CloneDetected', { readonly url: string }>
  | Event<'CloneResolved', { readonly as: Resolution; readonly url: string }>;

export type AccountCommand =
  | { readonly type: 'RegisterSite'; readonly site: string; readonly user: number; readonly url: string }
  | { readonly type: 'DetectClone'; readonly url: string }
  | { readonly type: 'ResolveClone'; readonly as: Resolution; readonly url: string | undefined };

/** The id of the only stream. */
export const ACCOUNT = 'site';

/**
 * True if registering would change something: the site is not registered, or it has no address yet.
 * @throws DomainError 409 if another manager has registered it
 */
export const mayRegister = (
  state: SiteAccount,
  { user, url }: { readonly user: number; readonly url: string },
): boolean => {
  if (state.site !== '' && state.user !== user) throw translationErrors.registeredByAnother();
  return state.site === '' || (state.url === '' && url !== '');
};

/** True if a registered site is at another address than its registered one. False if either address is unknown. */
export const hasMoved = ({ site, url }: SiteAccount, now: string | undefined): now is string =>
  site !== '' && url !== '' && now !== undefined && now !== url;

const none: SiteAccount = { version: 0, site: '', user: 0, url: '', clone: '', copied: null };

const evolve = (state: SiteAccount, event: RecordedEvent<SiteAccountEvent>): SiteAccount => {
  const next = { ...state, version: event.version };
  if (event.type === 'SiteRegistered') return { ...next, ...event.data, clone: '' };
  const { url } = event.data;
  if (event.type === 'CloneDetected') return { ...next, clone: url };
  if (event.data.as === 'moved') return { ...next, url, clone: '' };
  return { ...none, version: event.version, copied: { at: event.meta.at, url } };
};

const detected = (state: SiteAccount, url: string): SiteAccountEvent[] =>
  state.clone === url ? [] : [{ type: 'CloneDetected', data: { url } }];

const decide = (state: SiteAccount, command: AccountCommand): SiteAccountEvent[] => {
  const { url } = command;
  if (command.type === 'RegisterSite') {
    const { site, user } = command;
    return mayRegister(state, command) ? [{ type: 'SiteRegistered', data: { site, user, url: command.url } }] : [];
  }
  if (command.type === 'DetectClone') return hasMoved(state, url) ? detected(state, url) : [];
  if (state.site === '') throw translationErrors.notRegistered();
  if (!hasMoved(state, url)) throw translationErrors.notCloned();
  return [...detected(state, url), { type: 'CloneResolved', data: { as: command.as, url } }];
};

export const accountDecider: Decider<SiteAccount, SiteAccountEvent, AccountCommand> = {
  category: 'account',
  initialState: none,
  eventTypes: ['SiteRegistered', 'CloneDetected', 'CloneResolved'],
  projectionVersion: 2,
  upcasters: { SiteRegistered: [(data: object) => ({ ...data, url: '' })] },
  evolve,
  decide,
};

export const siteAccounts: Collection = { name: 'site-accounts', projectionVersion: accountDecider.projectionVersion };

export const accountRegistration: RecordRegistration<SiteAccount, SiteAccountEvent> = {
  aggregate: accountDecider,
  collection: siteAccounts,
  written: { members: ({ site, url, clone }) => ({ registered: site !== '', registered_url: url, url: clone }) },
};
