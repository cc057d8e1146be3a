import { recordVersion } from '@almanac/event-sourcing';
import { can } from '@almanac/identity';
import { address, boolean, forbidden, type RestRequest, type Route, route } from '@almanac/rest';
import { z } from 'zod';
import { coreErrors } from '../../errors.ts';
import { sentFields } from '../../fields.ts';
import { unusedId } from '../../unusedId.ts';
import type { AccountsCore } from '../users/accountsCore.ts';
import { loginFrom } from '../users/loginFrom.ts';
import { userAnswer, userOf } from '../users/readUsers.ts';
import { type User, user } from '../users/user.ts';
import { idArg, invitationArgs } from '../users/userArgs.ts';
import { type Profile, userFields } from '../users/userFields.ts';
import { userAnswers, userSchema } from '../users/userSchema.ts';
import { registerUser } from '../users/userWriting.ts';
import { rolesOf } from '../users/writeUsers.ts';
import { administrationAddress } from './administrationPage.ts';
import { LINK_LIFETIME_MS, makePasswordLink, SET_PASSWORD } from './passwordLinks.ts';

const mailArg = boolean({
  default: true,
  description: 'True to send the link by mail too, if the site can send mail.',
});

const link = {
  url: address,
  expires: z.string().meta({ format: 'date-time' }),
  mailed: z.boolean(),
};
const linkSchema = z.object(link).meta({ id: 'PasswordLink' });
const invitationSchema = z.object({ user: userSchema.answered, ...link }).meta({ id: 'Invitation' });

const notLinked = ['rest_cannot_edit'];

/** Routes by which administrators let others set a password (docs/interface/core-users.md §6). */
export const passwordLinkRoutes = (core: AccountsCore): Route[] => [inviteRoute(core), linkRoute(core)];

const inviteRoute = (core: AccountsCore): Route =>
  route({
    namespace: 'core/v2',
    path: '/invitations',
    methods: ['POST'],
    summary: 'Creates a user without a password, and a link that sets it.',
    args: { ...invitationArgs, mail: mailArg },
    answers: { ...userAnswers.create, 201: invitationSchema },
    keepAnswer: false,
    permission: ({ principal }) => {
      if (can(principal, 'create_users')) return true;
      throw forbidden(principal, coreErrors.cannotCreateUsers);
    },
    handle: async (request) => {
      const { args } = request;
      const login = args.username ?? loginFrom(args.email);
      const roles = args.roles === undefined ? (['subscriber'] as const) : rolesOf(args.roles);
      const asked = { ...sentFields<Profile>(userFields, request), login, email: args.email, roles, password: '' };
      const { result: invited } = await request.commands.run(request.context, async (unit) => {
        const id = await unusedId(unit, core.numbers, 'users', [user]);
        return registerUser(unit, core.names, { ...asked, id });
      });
      const body = {
        user: await userAnswer(core, request, invited, 'edit'),
        ...(await offerLink(core, request, invited)),
      };
      return { status: 201, body, version: recordVersion(user, invited) };
    },
  });

const linkRoute = (core: AccountsCore): Route =>
  route({
    namespace: 'core/v2',
    path: '/users/{id:\\d+}/password-link',
    methods: ['POST'],
    summary: 'Creates a link that sets the password of a user, once.',
    args: { id: idArg, mail: mailArg },
    answers: {
      201: linkSchema,
      401: notLinked,
      403: [...notLinked, 'rest_reauthentication_required'],
      404: ['rest_user_invalid_id'],
    },
    keepAnswer: false,
    permission: async (request) => {
      await userOf(core, request);
      if (can(request.principal, 'edit_users')) return true;
      throw forbidden(request.principal, coreErrors.cannotEditUser);
    },
    handle: async (request) => {
      await core.checkReauthentication(request.principal);
      return { status: 201, body: await offerLink(core, request, await userOf(core, request)) };
    },
  });

/** Creates the link for the answer, and requests a mail with another one. */
const offerLink = async (
  core: AccountsCore,
  request: RestRequest<{ readonly mail: boolean }>,
  of: User,
): Promise<z.infer<typeof linkSchema>> => {
  const { site: baseUrl, language, context, args } = request;
  const token = await makePasswordLink(core, of, LINK_LIFETIME_MS.invited);
  const url = `${administrationAddress({ baseUrl, language }, SET_PASSWORD)}?token=${token}`;
  const expires = new Date(core.now().getTime() + LINK_LIFETIME_MS.invited).toISOString();
  core.log.info({ user: of.id, login: of.login, by: context.principal }, 'password link created');
  const mails = args.mail && of.email !== '' ? core.passwordMails : undefined;
  await mails?.request({ name: of.login, purpose: 'invited', language }, context);
  return { url, expires, mailed: mails !== undefined };
};
