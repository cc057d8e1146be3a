import { capabilitiesOf } from '@almanac/identity';
import { linkSet, type RestRequest, selfLink } from '@almanac/rest';
import { authorAddress } from '../../addresses.ts';
import type { Context } from '../../requestArgs.ts';
import { wantsLinks } from '../../wantsLinks.ts';
import type { User } from './user.ts';

/** Renders a user for answers, members in the order that clients expect (docs/interface/core-users.md §4). */
export const renderUser = async (
  request: RestRequest<unknown>,
  user: User,
  { context, locale, links = true }: { readonly context: Context; readonly locale: string; readonly links?: boolean },
): Promise<object> => ({
  ...(context === 'edit' ? editMembers(request, user, locale) : publicMembers(request, user)),
  ...(context === 'embed' ? {} : { meta: [] }),
  ...(links && wantsLinks(request) ? { _links: await linksOf(request, user.id) } : {}),
});

const addressOf = ({ url }: User, site: string): string => (url === '/' ? site : url);

const publicMembers = ({ site }: RestRequest<unknown>, user: User) => ({
  id: user.id,
  name: user.name,
  url: addressOf(user, site),
  description: user.description,
  link: authorAddress(site, user.slug),
  slug: user.slug,
});

const editMembers = ({ site }: RestRequest<unknown>, user: User, locale: string) => ({
  id: user.id,
  username: user.login,
  name: user.name,
  first_name: user.firstName,
  last_name: user.lastName,
  email: user.email,
  url: addressOf(user, site),
  description: user.description,
  link: authorAddress(site, user.slug),
  locale: user.locale === '' ? locale : user.locale,
  nickname: user.nickname,
  slug: user.slug,
  roles: user.roles,
  registered_date: user.registered.replace('Z', '+00:00'),
  capabilities: truths([...capabilitiesOf(user.roles), ...user.roles]),
  extra_capabilities: truths(user.roles),
});

const truths = (names: readonly string[]): Record<string, true> =>
  Object.fromEntries(names.map((name) => [name, true] as const));

const linksOf = async (request: RestRequest<unknown>, id: number) => {
  const collection = `${request.apiRoot}/core/v2/users`;
  return linkSet({
    self: [await selfLink(`${collection}/${id}`, request)],
    collection: [{ href: collection }],
  });
};
