import { can } from '@almanac/identity';
import type { RestRequest } from '@almanac/rest';

/** The namespace of this service. */
export const namespace = 'redirection/v1';

/** Every method by which records are written; they all do the same (docs/interface/redirection.md §1). */
export const WRITES = ['POST', 'PUT', 'PATCH'] as const;

/** Who may use the namespace: administrators (docs/interface/redirection.md §2). */
export const mayManage = ({ principal }: Pick<RestRequest, 'principal'>): boolean => can(principal, 'manage_options');

/** The internal addresses are for the site itself. */
export const isSite = ({ principal }: Pick<RestRequest, 'principal'>): boolean => principal.kind === 'system';
