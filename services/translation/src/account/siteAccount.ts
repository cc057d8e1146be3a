import type { Collection } from '@almanac/documents';
import { type Decider, DomainError, type Event } from '@almanac/domain';
import type { Registration } from '@almanac/write-side';

/** The site at the account of its translation service; there is one. */
export interface SiteAccount {
  readonly version: number;
  /** The id that the account has given; "" before registering. */
  readonly site: string;
  /** The user who registered it. */
  readonly user: number;
}

export type SiteAccountEvent = Event<'SiteRegistered', { readonly site: string; readonly user: number }>;

export interface RegisterSite {
  readonly type: 'RegisterSite';
  readonly site: string;
  readonly user: number;
}

/** The id of the one stream. */
export const ACCOUNT = 'site';

export const accountMessages = {
  registered: 'The site was registered by another manager.',
  unregistered: 'The site is not registered with the translation service yet.',
} as const;

const registeredByAnother = (): DomainError => new DomainError('i18n_site_registered', 409, accountMessages.registered);

/** Whether registering would do something. @throws DomainError 409 where another manager has */
export const mayRegister = ({ site, user }: SiteAccount, asker: number): boolean => {
  if (site !== '' && user !== asker) throw registeredByAnother();
  return site === '';
};

export const accountDecider: Decider<SiteAccount, SiteAccountEvent, RegisterSite> = {
  category: 'account',
  initialState: { version: 0, site: '', user: 0 },
  eventTypes: ['SiteRegistered'],
  projectionVersion: 1,
  evolve: (_state, { data, version }) => ({ ...data, version }),
  decide: (state, { site, user }) =>
    mayRegister(state, user) ? [{ type: 'SiteRegistered', data: { site, user } }] : [],
};

export const siteAccounts: Collection = { name: 'site-accounts', projectionVersion: accountDecider.projectionVersion };

export const accountRegistration: Registration<SiteAccount, SiteAccountEvent> = {
  aggregate: accountDecider,
  collection: siteAccounts,
};
