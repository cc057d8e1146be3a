import { usePermissions } from 'react-admin';
import { presentRights, type Rights } from './authProvider.ts';

/** Returns a function that tells whether the person has a right; without a name everybody has it. */
export const useRights = (): ((right?: string) => boolean) => {
  const { permissions } = usePermissions<Rights>();
  // known before the first screen, so forms begin with what the person may do
  const rights = permissions ?? presentRights();
  return (right) => right === undefined || rights[right] === true;
};
