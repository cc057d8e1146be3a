import { z } from 'zod';
import type { EventContract } from './eventContract.ts';

/**
 * The sealed personal members of an event, on topics and in dead letters. A sealed event has a type of its own: a
 * release that cannot open it neither handles nor skips it. The event waits there until a newer release runs
 * (docs/adr/0050).
 */
export const sealedMembers = z.object({
  person: z.string().min(1).meta({ description: 'Whose they are, by the name of the stream: `user-7`.' }),
  key: z.string().min(1).nullable().meta({ description: 'The id of the person’s key; null where it was destroyed.' }),
  members: z.record(z.string(), z.string().nullable()).meta({
    description:
      'By name: nonce, ciphertext and tag of AES-256-GCM in base64url; the plain text is JSON. Null where the key was destroyed.',
  }),
});
export type SealedMembers = z.infer<typeof sealedMembers>;

const PLAIN = /\.v(\d+)$/;
const SEALED = /-sealed(\.v\d+)$/;

/** Returns the type of an event with sealed personal members: `core.user-changed-sealed.v1`. */
export const sealedTypeOf = (type: string): string => type.replace(PLAIN, '-sealed.v$1');

/** Returns the plain type of a sealed type; any other type unchanged. */
export const plainTypeOf = (type: string): string => type.replace(SEALED, '$1');

export const isSealedType = (type: string): boolean => SEALED.test(type);

/** Returns the schema of an event with sealed members. */
export const sealedSchema = ({ schema, personal }: EventContract): z.ZodType => {
  if (!(schema instanceof z.ZodObject)) throw new Error('only events that are objects have personal members');
  const others = Object.entries(schema.shape).filter(([member]) => !personal?.members.includes(member));
  return z.object({ ...Object.fromEntries(others), sealed: sealedMembers });
};
