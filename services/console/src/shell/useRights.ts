import { usePermissions } from 'react-admin';
import type { Rights } from './authProvider.ts';

/** Returns a function that tells whether the person has a right; without a name everybody has it. */
export const useRights = (): ((right?: string) => boolean) => {
  const { permissions } = usePermissions<Rights>();
  return (right) => right === undefined || permissions?.[right] === true;
};
