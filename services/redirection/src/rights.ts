import { mayManageSite } from '@almanac/identity';
import type { RestRequest } from '@almanac/rest';

export const namespace = 'redirection/v1';

/** Every method that writes records; all have the same effect (docs/interface/redirection.md §1). */
export const WRITE_METHODS = ['POST', 'PUT', 'PATCH'] as const;

/** True for administrators, who alone may use the namespace (docs/interface/redirection.md §2). */
export const mayManage = mayManageSite;

/** True for the site itself, which alone may use the internal routes. */
export const isSite = ({ principal }: Pick<RestRequest, 'principal'>): boolean => principal.kind === 'system';
