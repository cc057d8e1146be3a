import type { Documents } from '@almanac/documents';
import { forUpdate, type RestRequest, type Route, route } from '@almanac/rest';
import { plainText } from '@almanac/text';
import { coreErrors } from '../../errors.ts';
import { contextArg } from '../../requestArgs.ts';
import type { AccountsCore } from '../users/accountsCore.ts';
import {
  type ApplicationPassword,
  applicationPassword,
  applicationPasswords,
  passwordVersion,
} from './applicationPassword.ts';
import { writeArgs } from './passwordArgs.ts';
import { applicationPasswordDecider } from './passwordCommands.ts';
import { checkOwner, OWNER, ownerOf } from './passwordOwner.ts';
import { renderPassword } from './passwordRecord.ts';
import { passwordAnswers, passwordSchema } from './passwordSchema.ts';
import { forgetPasswords } from './revokePasswords.ts';

const ITEM = `${OWNER}/{uuid:[\\w\\-]+}`;

/**
 * Routes of one application password, and of the one that authenticates the request. The latter is declared first,
 * since its path matches both.
 */
export const passwordItem = (core: AccountsCore): Route[] => [
  introspectRoute(core),
  readRoute(core),
  renameRoute(core),
  revokeRoute(core),
];

const ownPassword = async (documents: Documents, user: number, uuid: string): Promise<ApplicationPassword> => {
  const [password] = await documents.getMany<ApplicationPassword>(applicationPasswords, [uuid]);
  if (password === undefined || password.user !== user) throw coreErrors.unknownPassword();
  return password;
};

const uuidOf = (request: RestRequest<unknown>): string => String(request.captures.uuid);

const introspectRoute = (core: AccountsCore): Route =>
  route({
    namespace: 'core/v2',
    path: `${OWNER}/introspect`,
    methods: ['GET'],
    summary: 'Reads the application password that this request came with.',
    args: { context: contextArg },
    answers: passwordAnswers.introspect,
    schema: passwordSchema.published,
    permission: (request) =>
      checkOwner(core, request, {
        refusal: coreErrors.cannotReadPasswordInUse,
        othersToo: false,
      }),
    handle: async (request) => {
      const { principal } = request;
      const credential = principal.kind === 'user' ? principal.credential : undefined;
      if (credential?.kind !== 'application-password') throw coreErrors.noPasswordInUse();
      const owner = await ownerOf(core, request);
      const password = await ownPassword(core.documents, owner.id, credential.uuid);
      const renderContext = { entries: core.entries, request, context: request.args.context };
      return { body: await renderPassword(renderContext, password), version: passwordVersion(password) };
    },
  });

const readRoute = (core: AccountsCore): Route =>
  route({
    namespace: 'core/v2',
    path: ITEM,
    methods: ['GET'],
    summary: 'Reads an application password.',
    args: { context: contextArg },
    answers: passwordAnswers.read,
    schema: passwordSchema.published,
    permission: (request) => checkOwner(core, request, { refusal: coreErrors.cannotReadPassword }),
    handle: async (request) => {
      const owner = await ownerOf(core, request);
      const password = await ownPassword(core.documents, owner.id, uuidOf(request));
      const renderContext = { entries: core.entries, request, context: request.args.context };
      return { body: await renderPassword(renderContext, password), version: passwordVersion(password) };
    },
  });

const renameRoute = (core: AccountsCore): Route =>
  route({
    namespace: 'core/v2',
    path: ITEM,
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Changes the name of an application password.',
    args: forUpdate(writeArgs),
    answers: passwordAnswers.change,
    permission: (request) => checkOwner(core, request, { refusal: coreErrors.cannotEditPassword }),
    handle: async (request) => {
      const owner = await ownerOf(core, request);
      const uuid = uuidOf(request);
      const { name } = request.args;
      await ownPassword(core.documents, owner.id, uuid);
      const { result } = await request.commands.run(request.context, async (unit) => {
        await unit.expectVersion(applicationPassword, uuid, request.ifMatch);
        const asked = name === undefined ? (await unit.load(applicationPassword, uuid)).name : plainText(name);
        const command = { type: 'Rename', user: owner.id, name: asked } as const;
        return unit.decide(applicationPasswordDecider, uuid, command, undefined);
      });
      const renderContext = { entries: core.entries, request, context: 'edit' } as const;
      return { body: await renderPassword(renderContext, result), version: passwordVersion(result) };
    },
  });

const revokeRoute = (core: AccountsCore): Route =>
  route({
    namespace: 'core/v2',
    path: ITEM,
    methods: ['DELETE'],
    summary: 'Deletes an application password.',
    args: {},
    answers: passwordAnswers.remove,
    permission: (request) => checkOwner(core, request, { refusal: coreErrors.cannotDeletePassword }),
    handle: async (request) => {
      const owner = await ownerOf(core, request);
      const uuid = uuidOf(request);
      const password = await ownPassword(core.documents, owner.id, uuid);
      const renderContext = { entries: core.entries, request, context: 'edit', links: false } as const;
      const previous = await renderPassword(renderContext, password);
      await request.commands.run(request.context, async (unit) => {
        await unit.expectVersion(applicationPassword, uuid, request.ifMatch);
        await unit.decide(applicationPasswordDecider, uuid, { type: 'Revoke', user: owner.id }, undefined);
      });
      await forgetPasswords(core, [uuid]);
      return { body: { deleted: true, previous } };
    },
  });
