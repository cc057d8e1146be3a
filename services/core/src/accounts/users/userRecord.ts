import { capabilitiesOf } from '@almanac/identity';
import { linkSet, type RestRequest, selfLink } from '@almanac/rest';
import { authorAddress } from '../../addresses.ts';
import { avatarUrls } from '../../avatars.ts';
import { plainView } from '../../fields.ts';
import type { Context } from '../../requestArgs.ts';
import { wantsLinks } from '../../wantsLinks.ts';
import { registeredDate, type User } from './user.ts';
import { firstFields, lastFields } from './userFields.ts';

/** Renders a user for answers, members in the order that clients expect (docs/interface/core-users.md §4). */
export const renderUser = async (
  request: RestRequest<unknown>,
  user: User,
  { context, locale, links = true }: { readonly context: Context; readonly locale: string; readonly links?: boolean },
): Promise<object> => ({
  ...membersOf(request, user, { context, locale }),
  ...(context === 'embed' ? {} : { meta: [] }),
  ...(links && wantsLinks(request) ? { _links: await linksOf(request, user.id) } : {}),
});

const addressOf = ({ url }: User, site: string): string => (url === '/' ? site : url);

const firstMembers = plainView(firstFields);
const lastMembers = plainView(lastFields);

const membersOf = (
  { site, apiRoot }: RestRequest<unknown>,
  user: User,
  { context, locale }: { readonly context: Context; readonly locale: string },
) => ({
  id: user.id,
  ...(context === 'edit' && { username: user.login }),
  ...firstMembers(user, context),
  url: addressOf(user, site),
  link: authorAddress(site, user.slug),
  ...lastMembers(user, context),
  ...(context === 'edit' && editMembers(user, locale)),
  avatar_urls: avatarUrls({ apiRoot }, { name: user.name, seed: String(user.id) }),
});

const editMembers = ({ roles, registered, locale }: User, siteLocale: string) => ({
  locale: locale === '' ? siteLocale : locale,
  roles,
  registered_date: registeredDate(registered),
  capabilities: truths([...capabilitiesOf(roles), ...roles]),
  extra_capabilities: truths(roles),
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
