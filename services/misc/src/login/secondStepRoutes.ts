import { reauthenticateOfCore, secondStepScopes } from '@almanac/contracts';
import { recordVersion } from '@almanac/event-sourcing';
import { mayManageSite, type Principal } from '@almanac/identity';
import { type RestResponse, type Route, route, text } from '@almanac/rest';
import { askInternal } from '@almanac/service';
import { z } from 'zod';
import { type SecondStep, SITE, secondStepDecider, storedSecondStep } from './secondStep.ts';
import type { SecondStepPorts } from './secondStepPorts.ts';

const namespace = 'login/v1';

const answer = z
  .strictObject({ second_step: z.enum(secondStepScopes), mail_configured: z.boolean(), app_configured: z.boolean() })
  .meta({ id: 'SecondStep' });

const deliveriesOf = ({ mail, mfaApp }: SecondStepPorts) => ({ mail: mail !== undefined, app: mfaApp !== undefined });

/**
 * Lets core refuse a change, in a browser session, of a step that is on, unless the user has typed the password or a code
 * recently. @throws DomainError 403 `rest_reauthentication_required`
 */
const checkReauthentication = async (
  { documents, fetchInternal }: SecondStepPorts,
  principal: Principal,
  scope: SecondStep['scope'] | undefined,
): Promise<void> => {
  if (principal.kind !== 'user' || principal.credential?.kind !== 'session') return;
  const { scope: before } = await storedSecondStep(documents);
  if (before === 'off' || scope === undefined || scope === before) return;
  const { refused } = await askInternal(fetchInternal, reauthenticateOfCore, { principal });
  if (refused !== undefined) throw refused;
};

/** `GET, POST /login/v1/settings`: sign-ins that require a code (docs/interface/login.md §2). */
export const secondStepRoutes = (ports: SecondStepPorts): Route[] => {
  const shared = {
    namespace,
    path: '/settings',
    permission: mayManageSite,
  };
  const { mail, app } = deliveriesOf(ports);
  const shown = ({ scope, version }: SecondStep): RestResponse => ({
    body: { second_step: scope, mail_configured: mail, app_configured: app },
    version: recordVersion(secondStepDecider, { id: SITE, version }),
  });
  return [
    route({
      ...shared,
      methods: ['GET'],
      summary: 'Returns which users need a code to sign in.',
      args: {},
      answers: { 200: answer },
      handle: async () => shown(await storedSecondStep(ports.documents)),
    }),
    route({
      ...shared,
      methods: ['POST'],
      summary: 'Changes which users need a code to sign in.',
      args: {
        second_step: text({
          enum: secondStepScopes,
          description: 'The users who need a code in addition to the password.',
        }),
      },
      answers: { 200: answer, 403: ['rest_reauthentication_required'], 409: ['login_mfa_no_delivery'] },
      handle: async ({ args, commands, context, ifMatch, principal }) => {
        await checkReauthentication(ports, principal, args.second_step);
        const { result } = await commands.run(context, async (unit) => {
          await unit.expectVersion(secondStepDecider, SITE, ifMatch);
          const { scope } = await unit.load(secondStepDecider, SITE);
          return unit.decide(secondStepDecider, SITE, { scope: args.second_step ?? scope }, { mail, app });
        });
        return shown(result);
      },
    }),
  ];
};
