import type { RestRequest } from '@almanac/rest';
import { shownText } from '@almanac/text';
import type { Misc } from '../misc.ts';
import { embedMessages } from '../oembed/embeds/embedAddress.ts';
import { type Medium, media } from '../oembed/embeds/embeddable.ts';
import { findEmbeddable } from '../oembed/embeds/findEmbeddable.ts';
import { readSiteAddress, type SiteAddress } from '../oembed/embeds/siteAddress.ts';
import type { UrlDetailsResult } from './detailsElsewhere.ts';
import { noDetails } from './urlDetails.ts';

/** Maximum wait for copies, in milliseconds: gateways name a client's writes for as long. */
const TIMEOUT_MS = 5_000;

type Asker = Pick<RestRequest, 'site' | 'language' | 'headers'>;

/**
 * Returns the details of a page of this site, from copies; non-public pages are missing (docs/interface/editor.md §1).
 */
export const detailsHere = async (misc: Misc, request: Asker, address: string): Promise<UrlDetailsResult> => {
  const { site, language } = request;
  const named = readSiteAddress(address, { site, settings: misc.settings.current() });
  if (named === undefined) return { none: 'no_response' };
  const record = await findWritten(misc, request, named);
  if (record === undefined) return { none: 'no_response' };
  const shown = shownText(record.title);
  if (record.protected) {
    const title = misc.texts.text(embedMessages.protectedTitle, language, { title: shown });
    return { details: { ...noDetails, title } };
  }
  return { details: { ...noDetails, title: shown, image: await imageOf(misc, site, record.image) } };
};

/** Finds the record of a page. If it is missing, it waits longer for copies, because it may be just published. */
const findWritten = async (misc: Misc, request: Asker, named: SiteAddress) => {
  await misc.waitForCopies(request);
  const found = await findEmbeddable(misc.documents, named);
  if (found !== undefined) return found;
  await misc.waitForCopies(request, TIMEOUT_MS);
  return findEmbeddable(misc.documents, named);
};

const imageOf = async ({ documents }: Misc, site: string, id: number | null): Promise<string> => {
  const [medium] = id === null ? [] : await documents.getMany<Medium>(media, [id]);
  return medium === undefined || medium.status === 'private' ? '' : `${site}${medium.file.path}`;
};
