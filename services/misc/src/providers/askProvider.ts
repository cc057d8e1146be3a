import { type Outgoing, OutgoingError } from '@almanac/outgoing';
import type { Log } from '@almanac/service';
import { discoveredEndpoint } from './discovery.ts';
import { type OembedDocument, readOembed } from './oembedDocument.ts';

export interface ProviderPorts {
  readonly outgoing: Outgoing;
  readonly log: Log;
}

export interface Wanted {
  /** The address to embed. */
  readonly url: string;
  readonly maxwidth: number;
  readonly maxheight: number;
}

const PAGE = { accept: 'text/html,application/xhtml+xml;q=0.9', maxBytes: 150 * 1024, cut: true, timeout: 5_000 };
const DATA = { accept: 'application/json,text/xml;q=0.9,*/*;q=0.1', maxBytes: 1024 * 1024, timeout: 5_000 };
const NOT_IMPLEMENTED = 501;

/** Asks an endpoint, in XML where it does not know JSON; undefined for whatever is no embed data. */
export const askProvider = async (
  ports: ProviderPorts,
  endpoint: string,
  wanted: Wanted,
): Promise<OembedDocument | undefined> => {
  for (const format of ['json', 'xml']) {
    const answer = await fetched(ports, questionOf(endpoint, format, wanted), DATA);
    if (answer?.status === NOT_IMPLEMENTED) continue;
    return answer?.status === 200 ? readOembed(answer.body.toString()) : undefined;
  }
  return undefined;
};

/** The endpoint that a page names for itself. */
export const discoverEndpoint = async (ports: ProviderPorts, address: string): Promise<string | undefined> => {
  const page = await fetched(ports, address, PAGE);
  return page?.status === 200 ? discoveredEndpoint(page.body.toString(), page.url) : undefined;
};

const questionOf = (endpoint: string, format: string, { url, maxwidth, maxheight }: Wanted): string => {
  const question = new URL(endpoint.replace('{format}', format));
  const members = { maxwidth, maxheight, url, dnt: 1, format };
  for (const [name, value] of Object.entries(members)) question.searchParams.set(name, String(value));
  return question.href;
};

/** What goes wrong is for the log alone: who asks must not learn what lies behind an address (`libs/outgoing`). */
const fetched = async ({ outgoing, log }: ProviderPorts, url: string, bounds: typeof PAGE | typeof DATA) => {
  try {
    return await outgoing.fetch(url, bounds);
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    log.info({ url, reason: error.reason, err: error }, 'nothing to embed from there');
    return undefined;
  }
};
