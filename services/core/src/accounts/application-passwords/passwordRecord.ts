import type { Entries } from '@almanac/documents';
import { linkSet, type RestRequest, selfLink } from '@almanac/rest';
import type { Context } from '../../requestArgs.ts';
import { wantsLinks } from '../../wantsLinks.ts';
import type { ApplicationPassword } from './applicationPassword.ts';
import { usageOf } from './usage.ts';

export interface PasswordPresentation {
  readonly entries: Entries;
  readonly request: RestRequest<unknown>;
  readonly context: Context;
  /** The secret in groups; present only at creation. */
  readonly secret?: string;
  readonly links?: boolean;
}

/** Renders an application password for answers (docs/interface/core-application-passwords.md §3). */
export const renderPassword = async (
  { entries, request, context, secret, links = true }: PasswordPresentation,
  password: ApplicationPassword,
): Promise<object> => {
  const { uuid, appId, name, created, user } = password;
  const used = context === 'embed' ? undefined : await usageOf(entries, uuid);
  const moments = {
    created: created.slice(0, 19),
    last_used: used === undefined ? null : new Date(used.at).toISOString().slice(0, 19),
    last_ip: used?.ip ?? null,
  };
  const href = `${request.apiRoot}/core/v2/users/${user}/application-passwords/${uuid}`;
  return {
    uuid,
    app_id: appId,
    name,
    ...(context === 'embed' ? {} : moments),
    ...(secret === undefined ? {} : { password: secret }),
    ...(links && wantsLinks(request) ? { _links: linkSet({ self: [await selfLink(href, request)] }) } : {}),
  };
};
