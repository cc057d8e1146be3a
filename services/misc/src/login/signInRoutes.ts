import { beginSignInOfMisc, checkCodeOfMisc, makeRecoveryCodesOfMisc, sendCodeOfMisc } from '@almanac/contracts';
import { contractArgs, type RestRequest, type Route, route } from '@almanac/rest';
import { miscErrors } from '../errors.ts';
import { makeRecoveryCodes } from './recovery.ts';
import type { SecondStepPorts } from './secondStepPorts.ts';
import type { SignIns } from './signIns.ts';

const shared = {
  namespace: 'internal',
  methods: ['POST'] as const,
  hidden: true,
  keepAnswer: false as const,
  permission: ({ principal }: Pick<RestRequest, 'principal'>): boolean => principal.kind === 'system',
};

/** Internal routes by which core runs the second step (docs/architecture.md §10). */
export const signInRoutes = (ports: SecondStepPorts, signIns: SignIns): Route[] => [
  route({
    ...shared,
    path: '/second-step/begin',
    summary: 'Begins the second step of a sign-in.',
    args: contractArgs(beginSignInOfMisc),
    handle: async ({ args, context }) => ({ body: await signIns.begin({ ...args, context }) }),
  }),
  route({
    ...shared,
    path: '/second-step/send',
    summary: 'Sends another code.',
    args: contractArgs(sendCodeOfMisc),
    handle: async ({ args, context }) => {
      const { session, ...asked } = args;
      await signIns.sendAgain(session, { ...asked, context });
      return { body: {} };
    },
  }),
  route({
    ...shared,
    path: '/second-step/check',
    summary: 'Checks a code.',
    args: contractArgs(checkCodeOfMisc),
    handle: async ({ args, context }) => {
      const user = await signIns.check(args.session, args.code, context);
      if (user === undefined) throw miscErrors.wrongCode();
      return { body: { user } };
    },
  }),
  route({
    ...shared,
    path: '/second-step/recovery-codes',
    summary: 'Makes recovery codes.',
    args: contractArgs(makeRecoveryCodesOfMisc),
    handle: async ({ args, context }) => ({ body: { codes: await makeRecoveryCodes(ports, args.user, context) } }),
  }),
];
