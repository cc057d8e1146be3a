import { can } from '@almanac/identity';
import type { RestRequest, Values } from '@almanac/rest';
import type { Core } from '../core.ts';
import { sentFields } from '../fields.ts';
import { writtenMeta } from '../posts/meta/writtenMeta.ts';
import { askedDate } from '../posts/requestedDate.ts';
import type { writeArgs } from './mediaArgs.ts';
import type { MediumInput } from './mediumCommands.ts';
import { type MediumValues, mediumFields } from './mediumFields.ts';

/** Arguments sent for a medium, in the query, as JSON or as a form. */
export interface SentMedium {
  readonly args: { readonly [Name in keyof typeof writeArgs]?: Values<typeof writeArgs>[Name] | undefined };
  readonly given: ReadonlySet<string>;
}

type Asking = Pick<RestRequest, 'principal' | 'site'>;

/** Returns the input of a request for a medium. @throws DomainError 400 for invalid members of `meta` */
export const requestedMedium = (core: Core, asking: Asking, sent: SentMedium): MediumInput => {
  const { meta, slug, status } = sent.args;
  const date = askedDate(sent.args, core.settings.current().timezone);
  const trusted = can(asking.principal, 'unfiltered_html');
  return {
    ...sentFields<MediumValues>(mediumFields, { args: sent.args, principal: asking.principal, site: asking.site }),
    ...(sent.given.has('slug') ? { slug: slug ?? '' } : {}),
    ...(status == null ? {} : { status: status === 'private' ? 'private' : 'inherit' }),
    ...(date === undefined ? {} : { date }),
    ...(meta === undefined ? {} : { meta: writtenMeta(meta, trusted) }),
  };
};
