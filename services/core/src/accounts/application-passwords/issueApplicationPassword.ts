import type { CommandContext, Commands } from '@almanac/event-sourcing';
import { coreErrors } from '../../errors.ts';
import type { AccountsCore } from '../users/accountsCore.ts';
import { withHash } from '../users/privateHashes.ts';
import type { ApplicationPassword } from './applicationPassword.ts';
import { applicationPasswordDecider, type NewApplicationPassword } from './passwordCommands.ts';
import { passwordsOf } from './readModels/passwordList.ts';
import { hashSecret, newSecret } from './secret.ts';

/** Maximum number of application passwords of one user. */
const MAX_PASSWORDS = 100;

/**
 * Creates an application password. Only this result contains the new secret; its hash is stored.
 * @throws DomainError 400 `application_password_empty_name`, `application_password_limit_reached`
 */
export const issueApplicationPassword = async (
  core: Pick<AccountsCore, 'newId' | 'random' | 'applicationSecrets' | 'documents'>,
  by: { readonly context: CommandContext; readonly commands: Commands },
  wanted: Omit<NewApplicationPassword, 'uuid'>,
): Promise<{ readonly password: ApplicationPassword; readonly secret: string }> => {
  const password = { ...wanted, uuid: core.newId() };
  const secret = newSecret(core.random);
  const others = await passwordsOf(core.documents, wanted.user);
  if (others.length >= MAX_PASSWORDS) throw coreErrors.tooManyPasswords({ params: { limit: MAX_PASSWORDS } });
  const position = (others.at(-1)?.position ?? 0) + 1;
  const hash = { name: password.uuid, hash: hashSecret(secret, core.random) };
  const { result } = await withHash(core.applicationSecrets, hash, () =>
    by.commands.run(by.context, (unit) => {
      const command = { type: 'Create', password, at: unit.meta.at } as const;
      return unit.decide(applicationPasswordDecider, password.uuid, command, { position });
    }),
  );
  return { password: result, secret };
};
