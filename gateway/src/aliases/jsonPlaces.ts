/** The place of a string in a JSON document. */
export interface JsonPlace {
  /** The member whose value it is, or in whose list it is; '' at the top. */
  readonly member: string;
  /** The member of the object around it. */
  readonly parent: string;
  /** The number of objects and lists around it. */
  readonly depth: number;
}

export type Rename = (text: string) => string;

export interface ValueRule {
  readonly rename: Rename;
  /** True if it renames only values that hold one of the marks. */
  readonly isMarked?: boolean;
}

/**
 * Functions that rename strings; they receive and return them as they stand in the document, escaped. What they return
 * for a place is cached: it must depend on nothing else.
 */
export interface JsonRules {
  readonly key: (name: string, place: JsonPlace) => string;
  /** Returns the rule for values at a place; undefined if they stay as they are, however long they are. */
  readonly valueAt: (place: JsonPlace) => ValueRule | undefined;
  /** Texts of which each renamed value of a marked rule has one. Default none. */
  readonly marks?: readonly string[];
  /** Members whose objects and lists are people's: nothing in them is renamed. Default none. */
  readonly unchanged?: ReadonlySet<string>;
  /** Renames the members of such an object, but nothing within them. */
  readonly keyOfUnchanged?: Rename;
}

/** The member of an object, or all elements of a list, with the rules' decisions. */
export interface MemberPlace extends JsonPlace {
  /** The renamed member; undefined if it stays as it is. */
  readonly key: string | undefined;
  readonly value: ValueRule | undefined;
  /** True if a later document finds it again. */
  readonly isCached: boolean;
  object: Container | undefined;
  list: Container | undefined;
  /** The member that followed last: objects of one kind have the same members in the same order. */
  next: MemberPlace | undefined;
}

/** An object or a list at a place. */
export interface Container {
  readonly isList: boolean;
  readonly isUnchanged: boolean;
  readonly outer: Container | undefined;
  /** The place where it stands. */
  readonly place: MemberPlace;
  /** The place of a list's elements; in an object, the place before its first member. */
  readonly start: MemberPlace;
  members: Map<string, MemberPlace> | undefined;
}

type PlaceFacts = Pick<Container, 'isUnchanged'> & Pick<MemberPlace, 'isCached'>;
type ContainerFacts = Pick<Container, 'isList'> & Pick<MemberPlace, 'isCached'>;

/** Maximum characters of a cached member. */
const MAX_CACHED_CHARACTERS = 100;

/** Maximum number of cached members, objects and lists; clients may send any number of them. */
const MAX_CACHED = 16_000;

/** The number of members, objects and lists without room in the cache after which others are cached instead. */
const MAX_UNCACHED = 1_000_000;

/** Objects and lists below this depth stay as they are: no record is that deep, but a client may send such a document. */
const MAX_DEPTH = 100;

/** The places of documents that one set of rules renames. A member seen before is found with the rules' decisions. */
export class JsonPlaces {
  readonly marks: readonly string[];
  readonly #rules: JsonRules;
  #top: Container;
  #cached = 0;
  #uncached = 0;

  constructor(rules: JsonRules) {
    this.#rules = rules;
    this.marks = rules.marks ?? [];
    this.#top = this.#createTop();
  }

  /** Returns the container in which a document begins. */
  begin(): Container {
    if (this.#uncached > MAX_UNCACHED) {
      this.#cached = 0;
      this.#uncached = 0;
      this.#top = this.#createTop();
    }
    return this.#top;
  }

  /** Returns the object or list that begins at a place; undefined if nothing in it is renamed. */
  enter(outer: Container, place: MemberPlace, isList: boolean): Container | undefined {
    if (outer.isUnchanged || place.depth === MAX_DEPTH) return undefined;
    const form = isList ? 'list' : 'object';
    const known = place[form];
    if (known !== undefined) return known;
    const isCached = place.isCached && this.#takeRoom();
    const created = this.#createContainer(place, outer, { isList, isCached });
    if (isCached) place[form] = created;
    return created;
  }

  /** Returns a member of an object, which follows another. */
  memberAfter(before: MemberPlace, container: Container, member: string): MemberPlace {
    const known = container.members?.get(member);
    if (known !== undefined) {
      before.next = known;
      return known;
    }
    const { place, isUnchanged, start } = container;
    const isCached = start.isCached && member.length <= MAX_CACHED_CHARACTERS && this.#takeRoom();
    const at = { member, parent: place.member, depth: place.depth + 1 };
    const found = this.#createPlace(at, { isUnchanged, isCached });
    if (!isCached) return found;
    container.members ??= new Map();
    container.members.set(member, found);
    before.next = found;
    return found;
  }

  /** Returns true if the cache had room for one more. */
  #takeRoom(): boolean {
    const hasRoom = this.#cached < MAX_CACHED;
    if (hasRoom) this.#cached++;
    else this.#uncached++;
    return hasRoom;
  }

  #createPlace(place: JsonPlace, { isUnchanged, isCached }: PlaceFacts): MemberPlace {
    const { member, parent, depth } = place;
    const { key, valueAt, keyOfUnchanged } = this.#rules;
    const renamed = isUnchanged ? keyOfUnchanged?.(member) : key(member, place);
    return {
      member,
      parent,
      depth,
      key: renamed === member ? undefined : renamed,
      value: isUnchanged ? undefined : valueAt(place),
      isCached,
      object: undefined,
      list: undefined,
      next: undefined,
    };
  }

  #createContainer(place: MemberPlace, outer: Container, { isList, isCached }: ContainerFacts): Container {
    const { member } = place;
    const isUnchanged = this.#rules.unchanged?.has(member) ?? false;
    const at = { member, parent: member, depth: place.depth + 1 };
    const start = this.#createPlace(at, { isUnchanged, isCached });
    return { isList, isUnchanged, outer, place, start, members: undefined };
  }

  #createTop(): Container {
    const start = this.#createPlace({ member: '', parent: '', depth: 0 }, { isUnchanged: false, isCached: true });
    return { isList: true, isUnchanged: false, outer: undefined, place: start, start, members: undefined };
  }
}
