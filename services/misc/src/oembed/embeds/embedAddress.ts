import { publishedPermalink } from '@almanac/contracts';
import type { RestRequest } from '@almanac/rest';
import type { Misc } from '../../misc.ts';
import { calendarEmbed, isCalendar } from './calendarEmbed.ts';
import { embedData } from './embedData.ts';
import { type Author, authors } from './embeddable.ts';
import { type EmbeddableRecord, embeddableMediumOf, findEmbeddable } from './findEmbeddable.ts';
import { readSiteAddress } from './siteAddress.ts';

export const embedMessages = {
  protectedTitle: 'Protected: {title}',
  calendar: 'Calendar of {site}',
} as const;

type Asker = Pick<RestRequest, 'site' | 'language' | 'headers'>;

/**
 * Returns the embed data of an address of the site; undefined if it is not public.
 * @param address cleaned address
 * @param width available width in pixels
 */
export const embedAddress = async (
  misc: Misc,
  request: Asker,
  { address, width }: { address: string; width: number },
) => {
  const settings = misc.settings.current();
  const named = readSiteAddress(address, { site: request.site, settings });
  if (named === undefined) return undefined;
  if (isCalendar(named)) {
    const title = misc.texts.text(embedMessages.calendar, request.language, { site: settings.name });
    return calendarEmbed(address, { site: request.site, siteName: settings.name, title, width });
  }
  await misc.waitForCopies(request);
  const record = await findEmbeddable(misc.documents, named);
  if (record === undefined) return undefined;
  const shown = { ...record, path: publishedPermalink(record, settings) };
  return embedData(shown, {
    ...(await surroundingsOf(misc, record)),
    site: request.site,
    siteName: settings.name,
    protectedTitle: (title) => misc.texts.text(embedMessages.protectedTitle, request.language, { title }),
    width,
    secret: misc.newSecret(),
  });
};

const surroundingsOf = async ({ documents }: Misc, { author, image }: EmbeddableRecord) => {
  const [[written], shown] = await Promise.all([
    documents.getMany<Author>(authors, [author]),
    image === null ? undefined : embeddableMediumOf(documents, image),
  ]);
  return { author: written, medium: shown?.medium };
};
