import type { Principal } from '@almanac/identity';
import type { Core } from '../../core.ts';
import type { OpenId } from './openIdPort.ts';
import type { PasswordMails } from './passwordMailsPort.ts';
import type { PrivateHashes } from './privateHashes.ts';
import type { UserNames } from './userNames.ts';

/** Ports of the accounts slices, in addition to those of all slices. */
export interface AccountsCore extends Core {
  readonly names: UserNames;
  /** Hashes of account passwords. */
  readonly accountPasswords: PrivateHashes;
  /** Hashes of application passwords, by uuid. */
  readonly applicationSecrets: PrivateHashes;
  /** Mails with links that set passwords; undefined if the site cannot send mail. */
  readonly passwordMails: PasswordMails | undefined;
  /** The identity provider at which users sign in; undefined without one. */
  readonly openId: OpenId | undefined;
  /**
   * Refuses a change of credentials in a browser session that was not confirmed recently (docs/interface/login.md §2).
   * @throws DomainError 403 `rest_reauthentication_required`
   */
  readonly checkReauthentication: (principal: Principal) => Promise<void>;
}
