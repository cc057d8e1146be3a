import { plainText } from '@almanac/content';
import type { Documents } from '@almanac/documents';
import { forUpdate, type RestRequest, type Route, route } from '@almanac/rest';
import type { Core } from '../../core.ts';
import { contextArg } from '../../requestArgs.ts';
import { type ApplicationPassword, applicationPassword, applicationPasswords } from './applicationPassword.ts';
import { decideRename, loadOwn, revokeApplicationPassword } from './changeApplicationPassword.ts';
import { writeArgs } from './passwordArgs.ts';
import { forget } from './passwordCollection.ts';
import { noPasswordInUse, noSuchPassword } from './passwordErrors.ts';
import { checkOwner, OWNER, ownerOf } from './passwordOwner.ts';
import { presentPassword } from './passwordRecord.ts';

const ITEM = `${OWNER}/{uuid:[\\w-]+}`;

/** One application password, and which one this request came with; the latter stands before, its path fits both. */
export const passwordItem = (core: Core): Route[] => [
  introspectRoute(core),
  readRoute(core),
  renameRoute(core),
  revokeRoute(core),
];

const ownPassword = async (documents: Documents, user: number, uuid: string): Promise<ApplicationPassword> => {
  const [password] = await documents.getMany<ApplicationPassword>(applicationPasswords, [uuid]);
  if (password === undefined || password.user !== user) throw noSuchPassword();
  return password;
};

const uuidOf = (request: RestRequest<unknown>): string => String(request.captures.uuid);

const introspectRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: `${OWNER}/introspect`,
    methods: ['GET'],
    summary: 'Reads the application password that this request came with.',
    args: { context: contextArg },
    permission: (request) =>
      checkOwner(core, request, {
        code: 'rest_cannot_introspect_app_password_for_non_authenticated_user',
        othersToo: false,
      }),
    handle: async (request) => {
      const { principal } = request;
      const credential = principal.kind === 'user' ? principal.credential : undefined;
      if (credential?.kind !== 'application-password') throw noPasswordInUse();
      const owner = await ownerOf(core, request);
      const password = await ownPassword(core.documents, owner.id, credential.uuid);
      const showing = { records: core.records, request, context: request.args.context };
      return { body: await presentPassword(showing, password), version: password.version };
    },
  });

const readRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: ITEM,
    methods: ['GET'],
    summary: 'Reads an application password.',
    args: { context: contextArg },
    permission: (request) => checkOwner(core, request, { code: 'rest_cannot_read_application_password' }),
    handle: async (request) => {
      const owner = await ownerOf(core, request);
      const password = await ownPassword(core.documents, owner.id, uuidOf(request));
      const showing = { records: core.records, request, context: request.args.context };
      return { body: await presentPassword(showing, password), version: password.version };
    },
  });

const renameRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: ITEM,
    methods: ['POST', 'PUT', 'PATCH'],
    summary: 'Changes the name of an application password.',
    args: forUpdate(writeArgs),
    permission: (request) => checkOwner(core, request, { code: 'rest_cannot_edit_application_password' }),
    handle: async (request) => {
      const owner = await ownerOf(core, request);
      const uuid = uuidOf(request);
      const { name } = request.args;
      const { result } = await request.commands.run(request.context, async (unit) => {
        const password = await loadOwn(unit, owner.id, uuid);
        await unit.expectVersion(applicationPassword, uuid, request.ifMatch);
        return unit.append(
          applicationPassword,
          uuid,
          name === undefined ? [] : decideRename(password, plainText(name)),
        );
      });
      const showing = { records: core.records, request, context: 'edit' } as const;
      return { body: await presentPassword(showing, result), version: result.version };
    },
  });

const revokeRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: ITEM,
    methods: ['DELETE'],
    summary: 'Deletes an application password.',
    args: {},
    permission: (request) => checkOwner(core, request, { code: 'rest_cannot_delete_application_password' }),
    handle: async (request) => {
      const owner = await ownerOf(core, request);
      const uuid = uuidOf(request);
      const password = await ownPassword(core.documents, owner.id, uuid);
      const showing = { records: core.records, request, context: 'edit', links: false } as const;
      const previous = await presentPassword(showing, password);
      await request.commands.run(request.context, async (unit) => {
        await unit.expectVersion(applicationPassword, uuid, request.ifMatch);
        await revokeApplicationPassword(unit, owner.id, uuid);
      });
      await forget(core, uuid);
      return { body: { deleted: true, previous } };
    },
  });
