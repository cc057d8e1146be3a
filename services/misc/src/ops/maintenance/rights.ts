import { mayManageSite } from '@almanac/identity';

/** Namespace of operations. */
export const namespace = 'ops/v1';

/** True if the principal may use the operations: administrators (docs/interface/ops.md §1). */
export const mayOperate = mayManageSite;
