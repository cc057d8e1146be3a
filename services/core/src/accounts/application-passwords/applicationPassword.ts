import type { Collection } from '@almanac/documents';
import { type Aggregate, type RecordVersion, recordVersion } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { RecordRegistration } from '@almanac/service';

/** A secret for one application of a user; the hash is a private record under `uuid`. */
export interface ApplicationPassword {
  readonly uuid: string;
  readonly version: number;
  readonly revoked: boolean;
  /** Id of the owner. */
  readonly user: number;
  readonly name: string;
  /** A UUID that the application chose for itself; empty for none. */
  readonly appId: string;
  /** ISO 8601, UTC, to the second. */
  readonly created: string;
  /** Number of the password among those of its owner; lists are ordered by it. */
  readonly position: number;
}

export type ApplicationPasswordEvent =
  | Event<
      'ApplicationPasswordCreated',
      Pick<ApplicationPassword, 'uuid' | 'user' | 'name' | 'appId' | 'created' | 'position'>
    >
  | Event<'ApplicationPasswordRenamed', Pick<ApplicationPassword, 'name'>>
  | Event<'ApplicationPasswordRevoked', Pick<ApplicationPassword, 'user'>>;

const absent: ApplicationPassword = {
  uuid: '',
  version: 0,
  revoked: false,
  user: 0,
  name: '',
  appId: '',
  created: '',
  position: 0,
};

export const applicationPassword: Aggregate<ApplicationPassword, ApplicationPasswordEvent> = {
  category: 'applicationpassword',
  initialState: absent,
  eventTypes: ['ApplicationPasswordCreated', 'ApplicationPasswordRenamed', 'ApplicationPasswordRevoked'],
  projectionVersion: 1,
  evolve: (state, event) => ({
    ...state,
    ...(event.type === 'ApplicationPasswordRevoked' ? { revoked: true } : event.data),
    version: event.version,
  }),
};

/** Returns the version for the ETag. */
export const passwordVersion = ({ uuid, version }: ApplicationPassword): RecordVersion =>
  recordVersion(applicationPassword, { id: uuid, version });

export const applicationPasswords: Collection = {
  name: 'application-passwords',
  projectionVersion: applicationPassword.projectionVersion,
  indexes: [['user', 'position']],
};

export const applicationPasswordRegistration: RecordRegistration<ApplicationPassword, ApplicationPasswordEvent> = {
  aggregate: applicationPassword,
  collection: applicationPasswords,
  written: { members: ({ appId, name, created }) => ({ app_id: appId, name, created }) },
  erasure: {
    subject: 'user',
    idOf: (data) => ('user' in data ? data.user : undefined),
    replacing: () => ({ name: 'erased', appId: '' }),
  },
  isGone: (state) => state.revoked,
};

export const isValidPassword = (state: ApplicationPassword): boolean => state.version > 0 && !state.revoked;
