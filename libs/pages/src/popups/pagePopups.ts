import type { Documents } from '@almanac/documents';
import { sessionNonce } from '@almanac/identity';
import type { RestRequest } from '@almanac/rest';
import { pageAddress, type RenderContext } from '../renderContext.ts';
import { hasPopups } from './popupCopies.ts';
import { popupScript } from './popupScript.ts';

interface Ports {
  readonly documents: Documents;
  readonly secret: string;
  readonly now: () => Date;
}

const PAGES = '/internal/pages';

/** Returns the page's path on the site, without language; `/` for records by id. */
const pathOf = ({ path }: Pick<RestRequest, 'path'>): string =>
  path.startsWith(`${PAGES}/`) ? path.slice(PAGES.length) : '/';

/** Returns the script's data: addresses, the label of its button, and a nonce if a user is signed in. */
const told = (
  path: string,
  renderContext: RenderContext,
  { principal }: Pick<RestRequest, 'principal'>,
  ports: Ports,
) => {
  const popup = `${renderContext.apiRoot}/popup/v1`;
  const page = pageAddress(renderContext).slice(0, -1) + path;
  const nonce = (): string => sessionNonce(principal, { action: 'interface', secret: ports.secret, now: ports.now() });
  return {
    active: `${popup}/active?${new URLSearchParams({ url: page })}`,
    analytics: `${popup}/analytics`,
    close: renderContext.text('Close'),
    ...(principal.kind === 'user' && { nonce: nonce() }),
  };
};

/**
 * Adds the popup script to the render context of a page (docs/interface/popup.md §6).
 * It adds none unless a published popup could be meant for the page.
 */
export const withPopups = async (
  renderContext: RenderContext,
  request: Pick<RestRequest, 'path' | 'principal'>,
  ports: Ports,
): Promise<RenderContext> => {
  const path = pathOf(request);
  const visited = {
    path,
    language: renderContext.language,
    isMember: request.principal.kind === 'user',
    get at() {
      return ports.now().toISOString();
    },
  };
  const isShown = await hasPopups(ports.documents, visited);
  if (!isShown) return renderContext;
  return { ...renderContext, scripts: [{ ...popupScript, data: told(path, renderContext, request, ports) }] };
};
