import { can } from '@almanac/identity';
import type { RestRequest } from '@almanac/rest';

/** The namespace of operators. */
export const namespace = 'ops/v1';

/** Who may use it: administrators (docs/interface/ops.md §1). */
export const mayOperate = ({ principal }: Pick<RestRequest, 'principal'>): boolean => can(principal, 'manage_options');
