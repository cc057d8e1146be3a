import type { Documents } from '@almanac/documents';
import type { Account, Accounts, NamingPosts } from '../ports.ts';
import { userById } from './users/readModels/userList.ts';
import { isPublishedAuthor } from './users/readModels/userQuery.ts';
import { type User, users } from './users/user.ts';

const accountOf = ({ id, login, email, name, slug, description, roles }: User): Account => ({
  id,
  login,
  email,
  name,
  slug,
  description,
  roles,
});

/** The accounts as the rest of core may ask of them. */
export const createAccounts = (documents: Documents, namingPosts: NamingPosts): Accounts => ({
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
  isPublishedAuthor: (id) => isPublishedAuthor({ documents, namingPosts }, id),
});
