import type { UnitOfWork } from '@almanac/event-sourcing';
import type { AccountsCore } from '../users/accountsCore.ts';
import { applicationPassword, isInForce } from './applicationPassword.ts';
import { applicationPasswordDecider } from './passwordCommands.ts';
import { forgetUse } from './usage.ts';

/** Takes these passwords of a user out of force; those that somebody else was faster with are passed over. */
export const revokePasswords = async (unit: UnitOfWork, user: number, uuids: readonly string[]): Promise<void> => {
  for (const uuid of uuids) {
    if (!isInForce(await unit.load(applicationPassword, uuid))) continue;
    await unit.decide(applicationPasswordDecider, uuid, { type: 'Revoke', user }, undefined);
  }
};

/** Deletes what was private of passwords that are no longer in force: after the commit that says so. */
export const forgetPasswords = async (
  { applicationSecrets, entries }: Pick<AccountsCore, 'applicationSecrets' | 'entries'>,
  uuids: readonly string[],
): Promise<void> => {
  for (const uuid of uuids) {
    await applicationSecrets.forget(uuid);
    await forgetUse(entries, uuid);
  }
};
