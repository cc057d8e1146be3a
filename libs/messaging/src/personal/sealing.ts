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
 * Takes what is personal out of deliveries, under a key of the person (docs/adr/0050): so they stand on topics and as dead
 * letters.
 */
export interface Sealing {
  /** A delivery as it may be kept; one that has nothing personal, as it is. @throws where no key can be had */
  seal(delivery: Delivery): Promise<Delivery>;
}

/** Brings back what a sealed delivery said. */
export interface Opening {
  /**
   * A delivery as it was told, its personal members null where their person was erased; one that is not sealed, as it is.
   * @throws PersonalMembersLostError; what asking for keys throws, such as an error with the status 503 while the owner is
   *   away
   */
  open(delivery: Delivery): Promise<Delivery>;
  /** Has the key there that opening a delivery will need. @throws what opening it would, as far as it is of the key */
  prepare(delivery: Delivery): Promise<void>;
  /** Takes note that somebody was erased, where a delivery says so. */
  note(delivery: Delivery): void;
}

/**
 * The key under which members were sealed is not the person's, who was not erased: it was lost, with a database that was
 * restored without it.
 */
class PersonalMembersLostError extends Error {
  readonly code = 'personal-members-lost';
  constructor({ type, key }: Pick<Delivery, 'type' | 'key'>) {
    super(`${type} of ${key} is sealed with a key that its owner does not have: discard it, and have it sent again`);
    this.name = 'PersonalMembersLostError';
  }
}

/** @param load the keys of the service's own persons, made where there are none */
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

/** @param load the keys of another service's persons */
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

/** For what has nothing personal to keep. */
export const noSealing: Sealing = { seal: async (delivery) => delivery };

/** For who takes no event with personal members. */
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

/** Whose personal members a delivery has; undefined where there are none in it. */
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

/** The members as they were told; null where the person's key was destroyed. @throws PersonalMembersLostError */
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

/** What a sealed text is bound to: elsewhere it does not open. */
const placeOf = (type: string, member: string, person: string): string =>
  JSON.stringify(['almanac personal member', type, member, person]);
