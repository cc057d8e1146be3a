import { type Route, route } from '@almanac/rest';
import { plainText } from '@almanac/text';
import { coreErrors } from '../../errors.ts';
import { contextArg } from '../../requestArgs.ts';
import type { AccountsCore } from '../users/accountsCore.ts';
import { passwordVersion } from './applicationPassword.ts';
import { issueApplicationPassword } from './issueApplicationPassword.ts';
import { writeArgs } from './passwordArgs.ts';
import { checkOwner, OWNER, ownerOf } from './passwordOwner.ts';
import { renderPassword } from './passwordRecord.ts';
import { passwordAnswers, passwordSchema } from './passwordSchema.ts';
import { passwordsOf } from './readModels/passwordList.ts';
import { forgetPasswords, revokePasswords } from './revokePasswords.ts';
import { grouped } from './secret.ts';

/**
 * Routes to list, create and revoke a user's application passwords (docs/interface/core-application-passwords.md §2).
 */
export const passwordCollection = (core: AccountsCore): Route[] => [
  listRoute(core),
  createRoute(core),
  clearRoute(core),
];

const listRoute = (core: AccountsCore): Route =>
  route({
    namespace: 'core/v2',
    path: OWNER,
    methods: ['GET'],
    summary: 'Lists the application passwords of a user.',
    args: { context: contextArg },
    answers: passwordAnswers.list,
    schema: passwordSchema.published,
    permission: (request) => checkOwner(core, request, { refusal: coreErrors.cannotListPasswords }),
    handle: async (request) => {
      const owner = await ownerOf(core, request);
      const passwords = await passwordsOf(core.documents, owner.id);
      const renderContext = { entries: core.entries, request, context: request.args.context };
      return { body: await Promise.all(passwords.map((password) => renderPassword(renderContext, password))) };
    },
  });

const createRoute = (core: AccountsCore): Route =>
  route({
    namespace: 'core/v2',
    path: OWNER,
    methods: ['POST'],
    summary: 'Creates an application password.',
    args: writeArgs,
    keepAnswer: false,
    answers: passwordAnswers.create,
    permission: (request) => checkOwner(core, request, { refusal: coreErrors.cannotCreatePasswords }),
    handle: async (request) => {
      await core.checkReauthentication(request.principal);
      const user = (await ownerOf(core, request)).id;
      const wanted = { user, name: plainText(request.args.name), appId: request.args.app_id ?? '' };
      const { password: result, secret } = await issueApplicationPassword(core, request, wanted);
      const renderContext = { entries: core.entries, request, context: 'edit', secret: grouped(secret) } as const;
      const location = `${request.apiRoot}/core/v2/users/${user}/application-passwords/${result.uuid}`;
      const body = await renderPassword(renderContext, result);
      return { status: 201, body, headers: { Location: location }, version: passwordVersion(result) };
    },
  });

const clearRoute = (core: AccountsCore): Route =>
  route({
    namespace: 'core/v2',
    path: OWNER,
    methods: ['DELETE'],
    summary: 'Deletes all application passwords of a user.',
    args: {},
    answers: passwordAnswers.clear,
    permission: (request) => checkOwner(core, request, { refusal: coreErrors.cannotDeletePasswords }),
    handle: async (request) => {
      const user = (await ownerOf(core, request)).id;
      const passwords = await passwordsOf(core.documents, user);
      const uuids = passwords.map(({ uuid }) => uuid);
      await request.commands.run(request.context, (unit) => revokePasswords(unit, user, uuids));
      await forgetPasswords(core, uuids);
      return { body: { deleted: true, count: uuids.length } };
    },
  });
