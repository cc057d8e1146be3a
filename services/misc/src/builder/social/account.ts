import type { Collection, Documents } from '@almanac/documents';
import type { Decider } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { RecordRegistration } from '@almanac/service';
import { miscErrors } from '../../errors.ts';

/** Profile of the account whose media the feed shows, as named by the provider. */
export interface SocialProfile {
  readonly account: string;
  readonly username: string;
  readonly account_type: string | null;
}

/** A token stored as a secret; only the secret's name appears here. */
export interface KeptToken {
  /** Name of the secret. */
  readonly token: string;
  /** ISO 8601 in UTC; null if the provider does not report the token's expiry. */
  readonly expires_at: string | null;
}

/** The connected account whose media the site shows. */
export interface SocialAccount extends SocialProfile, KeptToken {
  readonly version: number;
  readonly isConnected: boolean;
  /** True if the provider no longer accepts the token. */
  readonly isRefused: boolean;
  /** Id of this connection of the account; the cached feed belongs to it. */
  readonly connection: string;
  /** Time at which the token was received. */
  readonly renewed_at: string;
}

type ConnectedFacts = SocialProfile & KeptToken & { readonly connection: string };

export type SocialAccountEvent =
  | Event<'SocialAccountConnected', ConnectedFacts>
  | Event<'SocialTokenRenewed', KeptToken>
  | Event<'SocialTokenRefused', Readonly<Record<never, never>>>
  | Event<'SocialAccountDisconnected', Readonly<Record<never, never>>>;

export type SocialAccountCommand =
  | ({ readonly type: 'Connect' } & ConnectedFacts)
  /** @param from the token that was sent; if another token has replaced it, nothing happens */
  | { readonly type: 'Renew'; readonly from: string; readonly to: KeptToken }
  | { readonly type: 'Refuse'; readonly from: string }
  | { readonly type: 'Disconnect' };

export const socialMessages = {
  refusedToken: 'The provider refuses this token.',
  token: '{name} must be a token as the provider shows it.',
  cursor: '{name} must be a cursor of this list.',
} as const;

export const SITE = 'account';

const none: SocialAccount = {
  version: 0,
  isConnected: false,
  isRefused: false,
  connection: '',
  account: '',
  username: '',
  account_type: null,
  token: '',
  expires_at: null,
  renewed_at: '',
};

type StoredAccountEvent = Parameters<Decider<SocialAccount, SocialAccountEvent, SocialAccountCommand>['evolve']>[1];

const changeOf = ({ type, data, meta }: StoredAccountEvent): Partial<SocialAccount> => {
  switch (type) {
    case 'SocialAccountConnected':
      return { ...data, isConnected: true, isRefused: false, renewed_at: meta.at };
    case 'SocialTokenRenewed':
      return { ...data, renewed_at: meta.at };
    case 'SocialTokenRefused':
      return { isRefused: true };
    case 'SocialAccountDisconnected':
      return none;
  }
};

/** The account of the social feed, `social-account`, with its decider (docs/interface/builder.md §3). */
export const socialAccountDecider: Decider<SocialAccount, SocialAccountEvent, SocialAccountCommand> = {
  category: 'social',
  initialState: none,
  eventTypes: ['SocialAccountConnected', 'SocialTokenRenewed', 'SocialTokenRefused', 'SocialAccountDisconnected'],
  projectionVersion: 1,
  evolve: (state, event) => ({ ...state, ...changeOf(event), version: event.version }),
  /** @throws DomainError 409 `social_not_connected` */
  decide: (state, command) => {
    switch (command.type) {
      case 'Connect': {
        const { type: _, ...data } = command;
        return [{ type: 'SocialAccountConnected', data }];
      }
      case 'Renew':
        return isCurrent(state, command.from) ? [{ type: 'SocialTokenRenewed', data: command.to }] : [];
      case 'Refuse':
        return isCurrent(state, command.from) ? [{ type: 'SocialTokenRefused', data: {} }] : [];
      case 'Disconnect':
        if (!state.isConnected) throw miscErrors.accountNotConnected();
        return [{ type: 'SocialAccountDisconnected', data: {} }];
    }
  },
};

const isCurrent = ({ isConnected, isRefused, token }: SocialAccount, from: string): boolean =>
  isConnected && !isRefused && token === from;

/** Returns the members of answers that follow from the state of the account. */
export const accountState = ({ isConnected, username, account_type, expires_at }: SocialAccount) =>
  isConnected
    ? { connected: true, username, account_type, expires_at }
    : { connected: false, username: null, account_type: null, expires_at: null };

const socialAccounts: Collection = {
  name: 'social-accounts',
  projectionVersion: socialAccountDecider.projectionVersion,
  indexes: [],
};

export const socialAccountRegistration: RecordRegistration<SocialAccount, SocialAccountEvent> = {
  aggregate: socialAccountDecider,
  collection: socialAccounts,
  written: { members: accountState },
};

/** Returns the current account. */
export const storedAccount = async (documents: Documents): Promise<SocialAccount> =>
  (await documents.get<SocialAccount>(socialAccounts, SITE))?.body ?? none;

/** True if the token has expired or the provider refuses it. */
export const mustReauthorize = ({ isRefused, expires_at }: SocialAccount, now: Date): boolean =>
  isRefused || (expires_at !== null && Date.parse(expires_at) <= now.getTime());
