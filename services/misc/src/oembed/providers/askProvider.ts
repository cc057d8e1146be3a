import { discoveredEndpoint } from './discovery.ts';
import { type FetchingPorts, fetchText, PAGE } from './fetchText.ts';
import { type OembedDocument, readOembed } from './oembedDocument.ts';

export interface EmbedQuery {
  /** Address to embed. */
  readonly url: string;
  readonly maxwidth: number;
  readonly maxheight: number;
}

const DATA = { accept: 'application/json,text/xml;q=0.9,*/*;q=0.1', maxBytes: 1024 * 1024, timeout: 5_000 };
const NOT_IMPLEMENTED = 501;

/** Requests embed data, in XML if the provider does not support JSON; undefined for any other answer. */
export const askProvider = async (
  ports: FetchingPorts,
  endpoint: string,
  wanted: EmbedQuery,
): Promise<OembedDocument | undefined> => {
  for (const format of ['json', 'xml']) {
    const answer = await fetchText(ports, questionOf(endpoint, format, wanted), DATA);
    if (answer?.status === NOT_IMPLEMENTED) continue;
    return answer?.status === 200 ? readOembed(answer.body.toString()) : undefined;
  }
  return undefined;
};

/** Returns the endpoint that a page declares; undefined if there is none. */
export const discoverEndpoint = async (ports: FetchingPorts, address: string): Promise<string | undefined> => {
  const page = await fetchText(ports, address, PAGE);
  return page?.status === 200 ? discoveredEndpoint(page.body.toString(), page.url) : undefined;
};

const questionOf = (endpoint: string, format: string, { url, maxwidth, maxheight }: EmbedQuery): string => {
  const question = new URL(endpoint.replace('{format}', format));
  const members = { maxwidth, maxheight, url, dnt: 1, format };
  for (const [name, value] of Object.entries(members)) question.searchParams.set(name, String(value));
  return question.href;
};
