import type { UnitOfWork } from '@almanac/event-sourcing';
import type { AccountsCore } from '../users/accountsCore.ts';
import { applicationPassword, isValidPassword } from './applicationPassword.ts';
import { applicationPasswordDecider } from './passwordCommands.ts';
import { deleteUsage } from './usage.ts';

/** Revokes passwords of a user; passwords revoked concurrently are skipped. */
export const revokePasswords = async (unit: UnitOfWork, user: number, uuids: readonly string[]): Promise<void> => {
  for (const uuid of uuids) {
    if (!isValidPassword(await unit.load(applicationPassword, uuid))) continue;
    await unit.decide(applicationPasswordDecider, uuid, { type: 'Revoke', user }, undefined);
  }
};

/** Deletes the private data of revoked passwords. Call it after the commit that revokes them. */
export const forgetPasswords = async (
  { applicationSecrets, entries }: Pick<AccountsCore, 'applicationSecrets' | 'entries'>,
  uuids: readonly string[],
): Promise<void> => {
  for (const uuid of uuids) {
    await applicationSecrets.forget(uuid);
    await deleteUsage(entries, uuid);
  }
};
