import { recordVersion } from '@almanac/event-sourcing';
import { mayManageSite } from '@almanac/identity';
import { type RestResponse, type Route, route, text } from '@almanac/rest';
import { z } from 'zod';
import {
  accountState,
  SITE,
  type SocialAccount,
  socialAccountDecider,
  socialMessages,
  storedAccount,
} from './account.ts';
import { socialAway } from './failures.ts';
import { namespace } from './mediaRoutes.ts';
import { TOKEN } from './providerAnswers.ts';
import type { SocialFeed } from './socialFeed.ts';
import { connectAccount, disconnectAccount, type SocialMisc } from './tokens.ts';

const instant = z.string().meta({ format: 'date-time' }).nullable();

const accountSchema = z
  .strictObject({
    configured: z.boolean(),
    connected: z.boolean(),
    username: z.string().nullable(),
    account_type: z.string().nullable(),
    expires_at: instant,
    last_fetch_at: instant,
    last_error: z.string().nullable(),
  })
  .meta({ id: 'SocialAccount' });

const notFetched = { last_fetch_at: null, last_error: null } as const;

/** `GET, POST, DELETE /builder/social/account`: the account of the feed (docs/interface/builder.md §3). */
export const accountRoutes = (misc: SocialMisc, { kept }: SocialFeed): Route[] => {
  const { socialProvider, documents } = misc;
  const configured = socialProvider.isConfigured;
  const viewOf = async (account: SocialAccount) => ({
    configured,
    ...accountState(account),
    ...(account.isConnected ? await kept.last(account.connection) : notFetched),
  });
  const shown = async (account: SocialAccount): Promise<RestResponse> => ({
    body: await viewOf(account),
    headers: { 'Cache-Control': 'no-store' },
    version: recordVersion(socialAccountDecider, { id: SITE, version: account.version }),
  });
  const shared = {
    namespace,
    path: '/account',
    permission: mayManageSite,
  };
  return [
    route({
      ...shared,
      methods: ['GET'],
      summary: 'Reads which account is connected.',
      args: {},
      answers: { 200: accountSchema },
      handle: async () => shown(await storedAccount(documents)),
    }),
    route({
      ...shared,
      methods: ['POST'],
      summary: 'Connects the account to which a token belongs.',
      args: {
        access_token: text({
          required: true,
          check: (token) => (TOKEN.test(token) ? undefined : socialMessages.token),
          description: 'A token of the account, from the provider.',
        }),
      },
      answers: { 200: accountSchema, 503: ['social_remote_unavailable'] },
      handle: async (request) => {
        if (!configured) throw socialAway();
        const { before, after, position } = await connectAccount(misc, request, request.args.access_token);
        if (before.isConnected) await kept.drop(before.connection);
        return { ...(await shown(after)), position };
      },
    }),
    route({
      ...shared,
      methods: ['DELETE'],
      summary: 'Disconnects the account.',
      args: {},
      answers: {
        200: z.strictObject({ deleted: z.literal(true), previous: accountSchema }).meta({ id: 'DeletedSocialAccount' }),
        409: ['social_not_connected'],
      },
      handle: async (request) => {
        const previous = await viewOf(await storedAccount(documents));
        const { before, position } = await disconnectAccount(misc, request);
        await kept.drop(before.connection);
        return { body: { deleted: true, previous }, position };
      },
    }),
  ];
};
