import { type Filter, findPage, type Order } from '@almanac/documents';
import { can, capabilitiesOf, isRole, type Principal, type Role, roles } from '@almanac/identity';
import type { Core } from '../../../core.ts';
import type { NamingPosts } from '../../../ports.ts';
import { type User, users } from '../user.ts';

export interface UserQuery {
  readonly search: string;
  readonly columns: readonly string[];
  readonly include: readonly number[];
  readonly exclude: readonly number[];
  readonly slugs: readonly string[] | undefined;
  readonly roles: readonly string[] | undefined;
  readonly capabilities: readonly string[] | undefined;
  readonly authorsOnly: boolean;
  readonly publishedOnly: boolean;
  readonly orderBy: string;
  readonly direction: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

export interface UserPage {
  readonly users: readonly User[];
  readonly total: number;
}

/** The collections that user lists query: the users, and the posts that name them. */
export type UserSources = Pick<Core, 'documents' | 'namingPosts'>;

/** True if the user has published something, so visitors may see the user (docs/interface/core-users.md §1). */
export const isPublishedAuthor = async ({ documents, namingPosts }: UserSources, id: number): Promise<boolean> =>
  (await documents.count(users, {
    all: [{ field: 'id', equals: id }, namingPosts.namedByPublished('author')],
  })) > 0;

/** Returns one page of users and their total (docs/interface/core-users.md §2). */
export const listUsers = async (sources: UserSources, principal: Principal, query: UserQuery): Promise<UserPage> => {
  const { documents, namingPosts } = sources;
  const filter = filterOf(namingPosts, principal, query);
  const { limit, offset, include, slugs, orderBy } = query;
  const given = orderBy === 'include' ? include : orderBy === 'include_slugs' ? (slugs ?? []) : [];
  if (given.length > 0) {
    const all = await documents.find<User>(users, { filter });
    const rank = (user: User): number =>
      orderBy === 'include' ? include.indexOf(user.id) : (slugs ?? []).indexOf(user.slug);
    const sorted = all.toSorted((a, b) => rank(a) - rank(b));
    return { users: sorted.slice(offset, offset + limit), total: all.length };
  }
  const asked = { filter, order: [orderOf(query)], limit, offset };
  const { found, total } = await findPage<User>(documents, users, asked);
  return { users: found, total };
};

const FIELDS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    id: 'id',
    registered_date: 'registered',
    slug: 'slug',
    email: 'keys.email',
    url: 'url',
  }),
);

const orderOf = ({ orderBy, direction }: UserQuery): Order => ({
  field: FIELDS.get(orderBy) ?? 'keys.name',
  direction,
});

const filterOf = (namingPosts: NamingPosts, principal: Principal, query: UserQuery): Filter => {
  const all: Filter[] = [];
  const { include, exclude, slugs, search } = query;
  if (include.length > 0) all.push({ field: 'id', in: include });
  else if (exclude.length > 0) all.push({ not: { field: 'id', in: exclude } });
  if (slugs !== undefined) all.push({ field: 'slug', in: slugs });
  const wanted = [query.roles?.filter(isRole), query.capabilities && rolesWith(query.capabilities)];
  for (const each of wanted) if (each !== undefined) all.push({ field: 'roles', contains: each });
  if (query.authorsOnly) all.push({ field: 'roles', contains: rolesWith(['edit_posts']) });
  if (query.publishedOnly) all.push(namingPosts.namedByPublished('author'));
  if (search !== '') all.push(searchFilter(principal, search, query.columns));
  return { all };
};

const rolesWith = (capabilities: readonly string[]): Role[] =>
  roles.filter((role) => capabilitiesOf([role]).some((held) => capabilities.includes(held)));

const TEXTS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ email: 'email', name: 'name', username: 'login', slug: 'slug', url: 'url' }),
);

/** Matches users if a column contains the text, or if the id equals it. */
const searchFilter = (principal: Principal, search: string, asked: readonly string[]): Filter => {
  const allowed = asked.filter((column) => column !== 'email' || can(principal, 'list_users'));
  const columns = allowed.length > 0 ? allowed : defaultColumns(can(principal, 'list_users'), search);
  const texts = columns.flatMap((column) => TEXTS.get(column) ?? []);
  const any: Filter[] = [];
  if (texts.length > 0) any.push({ texts, words: [search] });
  if (columns.includes('id') && /^\d+$/.test(search)) any.push({ field: 'id', equals: Number(search) });
  return { any };
};

/** Returns the columns searched by default (docs/interface/core-users.md §3). */
const defaultColumns = (listsUsers: boolean, search: string): string[] => {
  if (!listsUsers) return ['id', 'username', 'slug', 'name'];
  if (search.includes('@')) return ['email'];
  if (/^\d+$/.test(search)) return ['username', 'id'];
  return /^https?:\/\//.test(search) ? ['url'] : ['username', 'url', 'email', 'slug', 'name'];
};
