import type { UnitOfWork } from '@almanac/aggregates';
import {
  type ApplicationPassword,
  type ApplicationPasswordEvent,
  applicationPassword,
  isInForce,
} from './applicationPassword.ts';
import { emptyPasswordName, noSuchPassword } from './passwordErrors.ts';

/** Another name for it; nothing where it is the same. @throws DomainError 400 `application_password_empty_name` */
export const decideRename = (state: ApplicationPassword, name: string): ApplicationPasswordEvent[] => {
  if (name === '') throw emptyPasswordName();
  return name === state.name ? [] : [{ type: 'ApplicationPasswordRenamed', data: { name } }];
};

/** @throws DomainError 404 where the user has no such password */
export const loadOwn = async (unit: UnitOfWork, user: number, uuid: string): Promise<ApplicationPassword> => {
  const state = await unit.load(applicationPassword, uuid);
  if (!isInForce(state) || state.user !== user) throw noSuchPassword();
  return state;
};

/** Takes it out of force for good; answers it as it was. @throws DomainError 404 where the user has no such password */
export const revokeApplicationPassword = async (
  unit: UnitOfWork,
  user: number,
  uuid: string,
): Promise<ApplicationPassword> => {
  const state = await loadOwn(unit, user, uuid);
  await unit.append(applicationPassword, uuid, [{ type: 'ApplicationPasswordRevoked', data: { user } }]);
  return state;
};
