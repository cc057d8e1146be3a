import { readSession } from '@almanac/contracts';
import { anonymous } from '@almanac/identity';
import { contractArgs, type Route, route } from '@almanac/rest';
import type { AccountsCore } from '../users/accountsCore.ts';
import { userOfSession } from './sessions.ts';

/** For the gateway: answers the user of a session cookie (docs/architecture.md §4). */
export const sessionRoute = (core: AccountsCore): Route =>
  route({
    namespace: 'internal',
    path: '/session',
    methods: ['POST'],
    summary: 'Says whose session it is.',
    hidden: true,
    keepAnswer: false,
    args: contractArgs(readSession),
    permission: ({ principal }) => principal.kind === 'system',
    handle: async ({ args }) => ({ body: { principal: (await userOfSession(core, args.session)) ?? anonymous } }),
  });
