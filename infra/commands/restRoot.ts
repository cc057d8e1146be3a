import { ConfigurationError } from '@almanac/service';
import { UnreachableError } from '../import/siteClient.ts';

/** Finds the REST root in the Link header of every answer (docs/interface/server.md §1). */
const ROOT = /<([^<>]+)>;\s*rel="urn:almanac:rel:"/;

const TIMEOUT_MS = 30_000;

/**
 * Returns the REST root of a site in the language of the address: `http://localhost:8080/en/json`.
 * @param address any of its addresses: of a page, of the interface, or its host alone
 * @throws ConfigurationError for an invalid address, or another kind of site; UnreachableError
 */
export const restRootOf = async (address: string): Promise<string> => {
  const asked = /^https?:\/\//.test(address) ? address : `http://${address}`;
  if (!URL.canParse(asked)) throw new ConfigurationError(`--site ${address} is no address; try http://localhost:8080.`);
  const answer = await fetch(asked, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    (error: Error) => {
      throw new UnreachableError(asked, error);
    },
  );
  const link = ROOT.exec(answer.headers.get('link') ?? '')?.[1];
  if (link === undefined) throw new ConfigurationError(`${asked} answers, but is no site of Almanac.`);
  // The origin that answered, which may differ from the site's public one.
  return new URL(answer.url).origin + new URL(link).pathname.replace(/\/$/, '');
};
