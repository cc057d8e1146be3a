import type { Endpoint } from '../fuzz/declaredRoutes.ts';
import type { SiteProcess } from '../site.ts';
import { pathOf } from './updatableRecords.ts';

/** Roles that read records, in ascending order of rights. */
const ROLES = ['visitor', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;
type Role = (typeof ROLES)[number];

const USERS: ReadonlyMap<Role, string> = new Map([
  ['subscriber', 'sub1'],
  ['contributor', 'contrib1'],
  ['author', 'author1'],
  ['editor', 'editor1'],
  ['administrator', 'admin'],
]);

/** A record of the site to read; `what` describes it, such as `draft`. */
export interface Sample {
  readonly what: string;
  readonly captured: Readonly<Record<string, string>>;
}

/** Roles that get an answer, and members that only higher roles see. */
export interface MemberVisibility {
  /** Lowest role that gets an answer. */
  readonly from: Role;
  /** Members that `from` does not see, by the lowest role that sees them. */
  readonly more?: Readonly<Partial<Record<Role, readonly string[]>>>;
}

/** Members whose keys are names of rights and roles, which are not compared. */
const RIGHTS: ReadonlySet<string> = new Set(['capabilities', 'extra_capabilities']);

/**
 * Returns the members of an answer that have a value, merged over all records of a list. `#2` and `#3` stand for the
 * second and third record of a list, because lower roles may see fewer records.
 */
const membersIn = (value: unknown, at = ''): string[] => {
  if (value === '' || value === null || value === false || value === 0) return [];
  if (typeof value !== 'object') return [at];
  if (Array.isArray(value))
    return value.flatMap((each, index) => [...(index === 0 ? [] : [`${at}#${index + 1}`]), ...membersIn(each, at)]);
  return Object.entries(value as object).flatMap(([name, each]) => {
    const member = at === '' ? name : `${at}.${/^\d+$/.test(name) ? '*' : name}`;
    if (name === '_links') return [];
    return RIGHTS.has(name) ? [member] : membersIn(each, member);
  });
};

/** Returns the members that a role sees at a path; undefined if it is refused. */
const shownTo = async (site: SiteProcess, role: Role, path: string): Promise<Set<string> | undefined> => {
  const as = USERS.get(role);
  const answers = await Promise.all(
    ['', '?context=edit'].map((query) => site.request<object>('GET', path + query, as === undefined ? {} : { as })),
  );
  const answered = answers.filter(({ status }) => status === 200);
  return answered.length === 0 ? undefined : new Set(answered.flatMap(({ body }) => membersIn(body)));
};

/** Returns members that a role sees and a higher role does not, which is a fault. */
const lostBetween = (seen: readonly (readonly [Role, Set<string>])[]): string[] =>
  seen.flatMap(([role, members], at) =>
    seen
      .slice(at + 1)
      .flatMap(([higher, theirs]) =>
        [...members].filter((each) => !theirs.has(each)).map((each) => `${each} of ${role}, not of ${higher}`),
      ),
  );

/** Returns the members that each role sees of a record or list; undefined if every role is refused. */
export const shownOf = async (
  site: SiteProcess,
  { parts }: Endpoint,
  { captured }: Sample,
): Promise<{ readonly shown: MemberVisibility; readonly lost: readonly string[] } | undefined> => {
  const path = pathOf(parts, captured);
  const asked = await Promise.all(ROLES.map(async (role) => [role, await shownTo(site, role, path)] as const));
  const seen = asked.flatMap(([role, members]) => (members === undefined ? [] : [[role, members] as const]));
  const [first, ...others] = seen;
  if (first === undefined) return undefined;
  const known = new Set(first[1]);
  const more = others.flatMap(([role, members]) => {
    const added = [...members].filter((each) => !known.has(each)).sort();
    for (const each of added) known.add(each);
    return added.length === 0 ? [] : [[role, added] as const];
  });
  return {
    shown: { from: first[0], ...(more.length > 0 && { more: Object.fromEntries(more) }) },
    lost: lostBetween(seen),
  };
};
