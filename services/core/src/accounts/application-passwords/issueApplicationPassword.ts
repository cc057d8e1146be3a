import type { CommandContext, Commands } from '@almanac/aggregates';
import type { Core } from '../../core.ts';
import type { ApplicationPassword } from './applicationPassword.ts';
import { createApplicationPassword } from './createApplicationPassword.ts';
import { emptyPasswordName } from './passwordErrors.ts';
import { passwordsOf } from './readModels/passwordList.ts';
import { hashSecret, newSecret } from './secret.ts';

export interface IssueApplicationPassword {
  readonly user: number;
  /** Cleaned. */
  readonly name: string;
  /** A UUID, or empty. */
  readonly appId: string;
}

/**
 * Makes an application password with a new secret, which is known here and then never again.
 * @throws DomainError 400 `application_password_empty_name`
 */
export const issueApplicationPassword = async (
  core: Pick<Core, 'newId' | 'random' | 'applicationSecrets' | 'documents'>,
  by: { readonly context: CommandContext; readonly commands: Commands },
  wanted: IssueApplicationPassword,
): Promise<{ readonly password: ApplicationPassword; readonly secret: string }> => {
  if (wanted.name === '') throw emptyPasswordName();
  const uuid = core.newId();
  const secret = newSecret(core.random);
  await core.applicationSecrets.keep(uuid, hashSecret(secret, core.random));
  const position = ((await passwordsOf(core.documents, wanted.user)).at(-1)?.position ?? 0) + 1;
  const { result } = await by.commands.run(by.context, (unit) =>
    createApplicationPassword(unit, { ...wanted, uuid, position }),
  );
  return { password: result, secret };
};
