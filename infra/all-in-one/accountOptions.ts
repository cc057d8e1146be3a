import type { SiteOptions } from '../commands/siteOptions.ts';

/** What a new account is to be, and what an application password is for. */
export interface AccountOptions extends SiteOptions {
  readonly email: string;
  readonly role: string;
  readonly name?: string;
  readonly for: string;
}
