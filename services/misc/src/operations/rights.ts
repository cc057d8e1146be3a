import { can } from '@almanac/identity';
import { integer, type RestRequest } from '@almanac/rest';

/** The namespace of operators. */
export const namespace = 'ops/v1';

/** Who may use it: administrators (docs/interface/ops.md §1). */
export const mayOperate = ({ principal }: Pick<RestRequest, 'principal'>): boolean => can(principal, 'manage_options');

/** The arguments of a list that is answered by pages. */
export const pageArgs = (perPage = 10) => ({
  page: integer({ minimum: 1, default: 1, description: 'The page of the list.' }),
  per_page: integer({ minimum: 1, maximum: 100, default: perPage, description: 'How many items a page has.' }),
});

export const windowOf = ({ page, per_page }: { readonly page: number; readonly per_page: number }) => ({
  offset: (page - 1) * per_page,
  limit: per_page,
});
