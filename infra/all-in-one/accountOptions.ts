import type { SiteOptions } from '../commands/siteOptions.ts';

/** The options for a new account, and the purpose of an application password. */
export interface AccountOptions extends SiteOptions {
  readonly email: string;
  readonly role: string;
  readonly name?: string;
  readonly for: string;
}
