import { can, mayManageSite, type Principal } from '@almanac/identity';
import { forbidden, type RestRequest } from '@almanac/rest';
import { coreErrors } from '../errors.ts';

type Asker = Pick<RestRequest, 'principal'>;

/** True if the principal may write menus, their items and their places: administrators. */
export const mayWriteMenus = (principal: Principal): boolean => mayManageSite({ principal });

/** Users who may edit posts may read menus. @throws DomainError 401 or 403 `rest_cannot_view` */
export const checkMenuRead = ({ principal }: Asker): true => {
  if (can(principal, 'edit_posts')) return true;
  throw forbidden(principal, coreErrors.cannotReadMenus);
};

/** @throws DomainError 401 or 403 with the code of the refusal */
export const checkMenuWrite = (
  { principal }: Asker,
  refusal: (typeof coreErrors)[
    | 'cannotCreateMenu'
    | 'cannotChangeMenu'
    | 'cannotDeleteMenu'
    | 'cannotChangeMenuItem'
    | 'cannotReadMenuLocations'],
): true => {
  if (mayWriteMenus(principal)) return true;
  throw forbidden(principal, refusal);
};
