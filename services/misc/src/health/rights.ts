import { can } from '@almanac/identity';
import type { RestRequest } from '@almanac/rest';

export const namespace = 'health/v1';

/** Who may ask how the site is: administrators (docs/interface/health.md §1). */
export const mayAsk = ({ principal }: Pick<RestRequest, 'principal'>): boolean => can(principal, 'manage_options');
