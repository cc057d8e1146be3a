import { can } from '@almanac/identity';
import type { RestRequest } from '@almanac/rest';

/** Namespace of operations. */
export const namespace = 'ops/v1';

/** True if the principal may use the operations: administrators (docs/interface/ops.md §1). */
export const mayOperate = ({ principal }: Pick<RestRequest, 'principal'>): boolean => can(principal, 'manage_options');
