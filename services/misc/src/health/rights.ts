import { can } from '@almanac/identity';
import type { RestRequest } from '@almanac/rest';

export const namespace = 'health/v1';

/** True if the principal may read the health of the site: administrators (docs/interface/health.md §1). */
export const mayAsk = ({ principal }: Pick<RestRequest, 'principal'>): boolean => can(principal, 'manage_options');
