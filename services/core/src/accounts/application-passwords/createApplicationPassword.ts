import type { UnitOfWork } from '@almanac/aggregates';
import { type ApplicationPassword, applicationPassword } from './applicationPassword.ts';
import { emptyPasswordName } from './passwordErrors.ts';

export interface CreateApplicationPassword {
  /** The hash is kept under this name already. */
  readonly uuid: string;
  readonly user: number;
  /** Cleaned. */
  readonly name: string;
  /** A UUID, or empty. */
  readonly appId: string;
  /** Above those of the passwords that the user has. */
  readonly position: number;
}

/** @throws DomainError 400 `application_password_empty_name` */
export const createApplicationPassword = (
  unit: UnitOfWork,
  command: CreateApplicationPassword,
): Promise<ApplicationPassword> => {
  if (command.name === '') throw emptyPasswordName();
  const data = { ...command, created: `${unit.meta.at.slice(0, 19)}Z` };
  return unit.append(applicationPassword, command.uuid, [{ type: 'ApplicationPasswordCreated', data }]);
};
