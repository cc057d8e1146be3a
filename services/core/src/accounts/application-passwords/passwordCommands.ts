import type { Decider } from '@almanac/event-sourcing';
import { coreErrors } from '../../errors.ts';
import {
  type ApplicationPassword,
  type ApplicationPasswordEvent,
  applicationPassword,
  isValidPassword,
} from './applicationPassword.ts';

export interface NewApplicationPassword {
  /** Id of the password; its hash is already stored under this name. */
  readonly uuid: string;
  readonly user: number;
  /** Cleaned name. */
  readonly name: string;
  /** A UUID, or empty. */
  readonly appId: string;
}

export type ApplicationPasswordCommand =
  /** Creates a password; `at` is ISO 8601 in UTC. */
  | { readonly type: 'Create'; readonly password: NewApplicationPassword; readonly at: string }
  /** Renames a password of the user; the name is cleaned. */
  | { readonly type: 'Rename'; readonly user: number; readonly name: string }
  /** Revokes a password of the user permanently. */
  | { readonly type: 'Revoke'; readonly user: number };

export interface ApplicationPasswordFacts {
  /** Position of the new password, above those of the user's other passwords. */
  readonly position: number;
}

/** Decider of application passwords. `Create` takes facts, the others none. */
export const applicationPasswordDecider: Decider<
  ApplicationPassword,
  ApplicationPasswordEvent,
  ApplicationPasswordCommand,
  ApplicationPasswordFacts | undefined
> = {
  ...applicationPassword,
  decide: (state, command, facts) => {
    if (command.type === 'Create') {
      if (facts === undefined) throw new Error('an application password is created on facts');
      checkName(command.password.name);
      const data = { ...command.password, position: facts.position, created: `${command.at.slice(0, 19)}Z` };
      return [{ type: 'ApplicationPasswordCreated', data }];
    }
    const { user } = command;
    if (!isValidPassword(state) || state.user !== user) throw coreErrors.unknownPassword();
    if (command.type === 'Revoke') return [{ type: 'ApplicationPasswordRevoked', data: { user } }];
    const { name } = command;
    checkName(name);
    return name === state.name ? [] : [{ type: 'ApplicationPasswordRenamed', data: { name } }];
  },
};

/** @throws DomainError 400 `application_password_empty_name` */
const checkName = (name: string): void => {
  if (name === '') throw coreErrors.emptyPasswordName();
};
