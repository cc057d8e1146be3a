import {
  ContractError,
  calendarErased,
  coreErased,
  integrationEvents,
  isSealedType,
  plainTypeOf,
  type SealedMembers,
  type ServiceName,
  sealedMembers,
  sealedTypeOf,
} from '@almanac/contracts';
import { open, type SecretKey, seal } from '@almanac/secrets';
import type { Delivery } from '../bus.ts';
import { KeyRing, type LoadKeys } from './keyRing.ts';

/**
 * Seals personal members of deliveries with a key of the person (docs/adr/0050), for topics and dead letters.
 */
export interface Sealing {
  /** Returns a delivery in sealed form; unchanged without personal members. @throws if the key cannot be loaded */
  seal(delivery: Delivery): Promise<Delivery>;
}

/** Opens sealed deliveries. */
export interface Opening {
  /**
   * Returns a delivery in plain form, with null for the personal members of an erased person; unchanged if not sealed.
   * @throws PersonalMembersLostError; the error of loading keys, such as one with status 503 while the owner is
   *   unreachable
   */
  open(delivery: Delivery): Promise<Delivery>;
  /** Loads the key that opening a delivery will need. @throws the errors of `open` that concern the key */
  prepare(delivery: Delivery): Promise<void>;
  /** Removes an erased person's key from the cache, if a delivery reports an erasure. */
  note(delivery: Delivery): void;
}

/**
 * The members were sealed with a key that the person no longer has, although the person was not erased. The key was
 * lost when a database was restored without it.
 */
class PersonalMembersLostError extends Error {
  readonly code = 'personal-members-lost';
  constructor({ type, key }: Pick<Delivery, 'type' | 'key'>) {
    super(`${type} of ${key} is sealed with a key that its owner does not have: discard it, and have it sent again`);
    this.name = 'PersonalMembersLostError';
  }
}

/** @param load returns the keys of the service's own persons; creates missing ones */
export const createSealing = (load: LoadKeys): Sealing => {
  const keys = new KeyRing(load);
  return {
    seal: async (delivery) => {
      forgetErased(delivery, keys);
      const person = personOf(delivery);
      if (person === undefined) return delivery;
      const key = await keys.keyOf(person);
      return sealedWith(delivery, person, key ?? null);
    },
  };
};

/** @param load returns the keys of another service's persons */
export const createOpening = (
  load: (owner: ServiceName, persons: readonly string[]) => ReturnType<LoadKeys>,
): Opening => {
  const rings = new Map<ServiceName, KeyRing>();
  const keysOf = (owner: ServiceName): KeyRing => {
    const ring = rings.get(owner) ?? new KeyRing((persons) => load(owner, persons));
    rings.set(owner, ring);
    return ring;
  };
  const keyFor = async ({ source }: Delivery, { key, person }: SealedMembers): Promise<SecretKey | null | undefined> =>
    key === null ? null : keysOf(source).keyOf(person);
  return {
    note: (delivery) => forgetErased(delivery, keysOf(delivery.source)),
    prepare: async (delivery) => {
      if (isSealedType(delivery.type)) await keyFor(delivery, partsOf(delivery).sealed);
    },
    open: async (delivery) => {
      if (!isSealedType(delivery.type)) return delivery;
      const { sealed, ...others } = partsOf(delivery);
      const key = await keyFor(delivery, sealed);
      return { ...delivery, type: plainTypeOf(delivery.type), data: { ...others, ...opened(delivery, sealed, key) } };
    },
  };
};

/** Seals nothing, for services without personal members. */
export const noSealing: Sealing = { seal: async (delivery) => delivery };

/** Opens nothing, for subscribers without events with personal members. */
export const noOpening: Opening = {
  note: () => undefined,
  prepare: async () => undefined,
  open: async (delivery) => {
    if (!isSealedType(delivery.type)) return delivery;
    throw new Error(`${delivery.type} cannot be opened here: nobody is asked for keys`);
  },
};

const forgetErased = (delivery: Delivery, keys: KeyRing): void => {
  if (!coreErased.is(delivery) && !calendarErased.is(delivery)) return;
  const { kind, id } = delivery.data;
  keys.forget(`${kind}-${id}`);
};

const membersOf = ({ data }: Delivery): Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null ? { ...data } : {};

/** Returns the person whose personal members a delivery has; undefined if it has none. */
const personOf = (delivery: Delivery): string | undefined => {
  const personal = integrationEvents.get(delivery.type)?.personal;
  const data = membersOf(delivery);
  return personal?.members.some((member) => data[member] !== undefined) ? personal.personOf(delivery) : undefined;
};

const sealedWith = (delivery: Delivery, person: string, key: SecretKey | null): Delivery => {
  const personal = integrationEvents.get(delivery.type)?.personal?.members ?? [];
  const type = sealedTypeOf(delivery.type);
  const told = Object.entries(membersOf(delivery)).filter(([, value]) => value !== undefined);
  const others = told.filter(([member]) => !personal.includes(member));
  const members = told
    .filter(([member]) => personal.includes(member))
    .map(([member, value]) => [member, key && seal(key, placeOf(type, member, person), JSON.stringify(value)).text]);
  const sealed: SealedMembers = { person, key: key?.id ?? null, members: Object.fromEntries(members) };
  return { ...delivery, type, data: { ...Object.fromEntries(others), sealed } };
};

const partsOf = (delivery: Delivery): { readonly sealed: SealedMembers } & Record<string, unknown> => {
  const { sealed, ...others } = membersOf(delivery);
  const parsed = sealedMembers.safeParse(sealed);
  if (!parsed.success) throw new ContractError(delivery.type, 'its personal members are not sealed as they must be');
  return { ...others, sealed: parsed.data };
};

/** Returns the plain members; null if the person's key was destroyed. @throws PersonalMembersLostError */
const opened = (
  delivery: Delivery,
  { person, key: id, members }: SealedMembers,
  key: SecretKey | null | undefined,
): Record<string, unknown> => {
  if (key !== null && key?.id !== id) throw new PersonalMembersLostError(delivery);
  const values = Object.entries(members).map(([member, text]) => {
    if (key === null || text === null) return [member, null];
    const plain = open(key, placeOf(delivery.type, member, person), { key: key.id, text });
    if (plain === undefined) throw new ContractError(delivery.type, `${member} does not open: it was changed`);
    return [member, JSON.parse(plain)];
  });
  return Object.fromEntries(values);
};

/** Returns the context to which a sealed text is bound: it does not open elsewhere. */
const placeOf = (type: string, member: string, person: string): string =>
  JSON.stringify(['almanac personal member', type, member, person]);
