import type { UnitOfWork } from '@almanac/event-sourcing';
import { hasCode } from '@almanac/event-store';
import { invalid, invalidParams, type RestRequest } from '@almanac/rest';
import { asSystem, type Misc } from '../../misc.ts';
import {
  type KeptToken,
  mustReauthorize,
  SITE,
  type SocialAccount,
  type SocialAccountCommand,
  socialAccountDecider,
  socialMessages,
  storedAccount,
} from './account.ts';
import { socialAway } from './failures.ts';
import type { GivenToken, SocialProvider } from './provider.ts';

/** Misc with the ports of the social feed. */
export interface SocialMisc extends Misc {
  readonly socialProvider: SocialProvider;
}

const LOCK_KIND = 'social-turn';
const TURN_MS = 60_000;
const DAY_MS = 86_400_000;
/** Time before its expiry at which a token is renewed. */
const BEFORE_MS = 7 * DAY_MS;

type CommandRequest = Pick<RestRequest, 'commands' | 'context' | 'ifMatch'>;

/** A request that queries the provider; no further query is sent after its client disconnects. */
type Connecting = CommandRequest & Pick<RestRequest, 'abandoned'>;

/**
 * Stores a token before the commit that names it, and deletes it if the commit fails. If the outcome of the commit is
 * unknown, the token stays, because the commit may exist and need it.
 */
const keeping = async <T>(
  { secrets, newId, now }: SocialMisc,
  { token, expiresIn }: GivenToken,
  commit: (kept: KeptToken) => Promise<T>,
): Promise<T> => {
  const name = `social-token-${newId()}`;
  await secrets.put(name, token);
  const ends = expiresIn === undefined ? null : new Date(now().getTime() + expiresIn * 1_000).toISOString();
  try {
    return await commit({ token: name, expires_at: ends });
  } catch (error) {
    if (!hasCode(error, 'outcome-unknown')) await secrets.delete(name);
    throw error;
  }
};

/** Returns a long-lived token: a copied token may expire within the hour, or be long-lived already. */
const lasting = async ({ socialProvider }: SocialMisc, token: string): Promise<GivenToken> => {
  const exchanged = await socialProvider.exchange(token);
  if (typeof exchanged !== 'string') return exchanged;
  const renewed = await socialProvider.renew(token);
  return typeof renewed === 'string' ? { token, expiresIn: undefined } : renewed;
};

/**
 * Connects the account of a token and replaces any former account. The provider is queried only if the caller knows the
 * account's version.
 * @throws DomainError 400 for a token that the provider refuses, 503 if it is unreachable
 */
export const connectAccount = async (misc: SocialMisc, asked: Connecting, token: string) => {
  await asked.commands.run(asked.context, (unit) => expectKnown(unit, asked));
  const profile = await misc.socialProvider.profile(token);
  if (profile === 'refused') throw invalidParams({ access_token: invalid(socialMessages.refusedToken) });
  if (profile === 'away') throw socialAway();
  asked.abandoned().throwIfAborted();
  const replaced = await keeping(misc, await lasting(misc, token), (kept) =>
    decideAccount(asked, { type: 'Connect', ...profile, ...kept, connection: misc.newId() }),
  );
  await forgetFormerToken(misc, replaced);
  return replaced;
};

/** @throws DomainError 409 `social_not_connected` */
export const disconnectAccount = async (misc: SocialMisc, asked: CommandRequest) => {
  const replaced = await decideAccount(asked, { type: 'Disconnect' });
  await forgetFormerToken(misc, replaced);
  return replaced;
};

const expectKnown = (unit: UnitOfWork, { ifMatch }: CommandRequest): Promise<void> =>
  unit.expectVersion(socialAccountDecider, SITE, ifMatch);

const decideAccount = async (asked: CommandRequest, command: SocialAccountCommand) => {
  const { result, position } = await asked.commands.run(asked.context, async (unit) => {
    await expectKnown(unit, asked);
    const before = await unit.load(socialAccountDecider, SITE);
    return { before, after: await unit.decide(socialAccountDecider, SITE, command, undefined) };
  });
  return { ...result, position };
};

const forgetFormerToken = async (
  { secrets }: SocialMisc,
  { before }: { readonly before: SocialAccount },
): Promise<void> => {
  if (before.isConnected) await secrets.delete(before.token);
};

const isDue = (account: SocialAccount, now: Date): boolean => {
  const { isConnected, expires_at, renewed_at } = account;
  if (!isConnected || mustReauthorize(account, now)) return false;
  if (expires_at === null) return now.getTime() - Date.parse(renewed_at) >= DAY_MS;
  return Date.parse(expires_at) - now.getTime() <= BEFORE_MS;
};

/**
 * Renews a token that expires within a week, on one replica at a time. After a refused renewal the token stays in use
 * until it expires or a request with it is refused.
 */
export const renewToken = async (misc: SocialMisc): Promise<void> => {
  const { documents, entries, secrets, now, socialProvider, log } = misc;
  const { isConfigured } = socialProvider;
  const account = await storedAccount(documents);
  if (!isConfigured || !isDue(account, now())) return;
  if (!(await entries.insert(LOCK_KIND, 'token', {}, { expiresAt: now().getTime() + TURN_MS }))) return;
  try {
    const token = await secrets.get(account.token);
    const given = token === undefined ? 'away' : await socialProvider.renew(token);
    if (typeof given === 'string') log.warn({ failure: given }, 'the token of the social feed was not renewed');
    else await replaceToken(misc, account, given);
  } finally {
    await entries.delete(LOCK_KIND, 'token');
  }
};

const replaceToken = async (misc: SocialMisc, { token: from }: SocialAccount, given: GivenToken): Promise<void> => {
  const unused = await keeping(misc, given, async (to) => {
    const { result } = await misc.commands.run(asSystem(misc), (unit) =>
      unit.decide(socialAccountDecider, SITE, { type: 'Renew', from, to }, undefined),
    );
    return result.token === to.token ? from : to.token;
  });
  await misc.secrets.delete(unused);
};
