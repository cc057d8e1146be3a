import type { Documents } from '@almanac/documents';
import { streamOf } from '@almanac/domain';
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

/** Who has what a user had, by the log: the user's own id while the user is there, null for nobody. */
const heirAfter = async (store: Pick<EventStore, 'readStream'>, id: number): Promise<number | null> => {
  let found: number | null = null;
  for await (const { type, data } of store.readStream<UserEvent>(streamOf(user, id))) {
    if (type === 'UserDeleted') return data.reassign;
    found = id;
  }
  return found;
};

/** The accounts as the rest of core may ask of them. */
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
  firstAdministrator: async () => {
    const [first] = await documents.find<User>(users, {
      filter: { field: 'roles', contains: ['administrator'] },
      order: [{ field: 'id', direction: 'asc' }],
      limit: 1,
    });
    return first && accountOf(first);
  },
  heirOf: async (id) => {
    let [had, heir]: [number | null, number | null] = [null, id];
    while (heir !== null && heir !== had) [had, heir] = [heir, await heirAfter(store, heir)];
    return heir;
  },
  isPublishedAuthor: (id) => isPublishedAuthor({ documents, namingPosts }, id),
});
