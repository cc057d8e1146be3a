import type { Documents } from '@almanac/documents';
import { streamOf } from '@almanac/event-sourcing';
import type { EventStore } from '@almanac/event-store';
import type { Account, Accounts, NamingPosts } from '../ports.ts';
import { userById } from './users/readModels/userList.ts';
import { isPublishedAuthor } from './users/readModels/userQuery.ts';
import { type User, type UserEvent, user, users } from './users/user.ts';

const accountOf = ({ id, login, email, name, slug, description, roles }: User): Account => ({
  id,
  login,
  email,
  name,
  slug,
  description,
  roles,
});

/** Returns the heir of a deleted user from the log: null for nobody, undefined if the user is not deleted. */
const heirOfDeleted = async (store: Pick<EventStore, 'readStream'>, id: number): Promise<number | null | undefined> => {
  let isThere = false;
  for await (const { type, data } of store.readStream<UserEvent>(streamOf(user, id))) {
    if (type === 'UserDeleted') return data.reassign;
    isThere = true;
  }
  return isThere ? undefined : null;
};

/** Returns the administrator with the lowest id, except some users. */
const firstAdministrator = async (
  documents: Documents,
  except: ReadonlySet<number> = new Set(),
): Promise<User | undefined> => {
  const [first] = await documents.find<User>(users, {
    filter: {
      all: [{ field: 'roles', contains: ['administrator'] }, { not: { field: 'id', in: [...except] } }],
    },
    order: [{ field: 'id', direction: 'asc' }],
    limit: 1,
  });
  return first;
};

/** Implements the queries of accounts for the rest of core. */
export const createAccounts = (
  { documents, store }: { readonly documents: Documents; readonly store: Pick<EventStore, 'readStream'> },
  namingPosts: NamingPosts,
): Accounts => ({
  find: async (id) => {
    const found = await userById(documents, id);
    return found && accountOf(found);
  },
  findBySlug: async (slug) => {
    const [found] = await documents.find<User>(users, { filter: { field: 'slug', equals: slug }, limit: 1 });
    return found && accountOf(found);
  },
  findByEmail: async (email) => {
    const filter = { field: 'keys.email', equals: email.toLowerCase() };
    const [found] = await documents.find<User>(users, { filter, limit: 1 });
    return found && accountOf(found);
  },
  firstAdministrator: async () => {
    const first = await firstAdministrator(documents);
    return first && accountOf(first);
  },
  heirOf: async (id) => {
    const deleted = new Set<number>();
    for (let heir = id; !deleted.has(heir); ) {
      const next = await heirOfDeleted(store, heir);
      if (next === undefined) return heir;
      if (next === null) return null;
      deleted.add(heir);
      heir = next;
    }
    return (await firstAdministrator(documents, deleted))?.id ?? null;
  },
  isPublishedAuthor: (id) => isPublishedAuthor({ documents, namingPosts }, id),
});
