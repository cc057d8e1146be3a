import type { Core } from '../../core.ts';
import type { ReceiveForm } from '../../ports.ts';
import type { PrivateHashes } from './privateHashes.ts';
import type { UserNames } from './userNames.ts';

/** What accounts have beside what all slices share. */
export interface AccountsCore extends Core {
  readonly names: UserNames;
  /** Hashes of account passwords. */
  readonly accountPasswords: PrivateHashes;
  /** Hashes of application passwords, by uuid. */
  readonly applicationSecrets: PrivateHashes;
  readonly receiveForm: ReceiveForm;
}
