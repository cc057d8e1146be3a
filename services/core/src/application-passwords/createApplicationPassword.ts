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
  /** Where several are made in one commit: which of them this is, from 0. */
  readonly index?: number;
}

/** @throws DomainError 400 `application_password_empty_name` */
export const createApplicationPassword = (
  unit: UnitOfWork,
  { index = 0, ...command }: CreateApplicationPassword,
): Promise<ApplicationPassword> => {
  if (command.name === '') throw emptyPasswordName();
  const { at } = unit.meta;
  const data = { ...command, created: `${at.slice(0, 19)}Z`, position: Date.parse(at) + index };
  return unit.append(applicationPassword, command.uuid, [{ type: 'ApplicationPasswordCreated', data }]);
};
