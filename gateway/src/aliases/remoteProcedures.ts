import { html } from '@almanac/pages';
import { discardBody } from '@almanac/rest';
import type { Exchange } from '../exchange.ts';
import { responseHeaders } from '../responseHeaders.ts';
import { sendWhole } from '../sendBody.ts';
import { texts } from '../texts.ts';
import type { Aliases } from './aliases.ts';

/** The XML document that names the interfaces of a site (Really Simple Discovery 1.0). */
const NAMESPACE = 'http://archipelago.phrasewise.com/rsd';

/** True if a request is for the address of remote procedures, which clients of another system try. */
export const asksForProcedures = ({ path, rendering }: Exchange): boolean =>
  rendering?.procedures !== undefined && path === rendering.procedures.path;

/** Answers with the description of the site's interfaces if the query is `rsd`, else refuses the call. */
export const answerProcedures = (exchange: Exchange): void => {
  const { request, query, rendering, language } = exchange;
  exchange.target = 'gateway';
  discardBody(request);
  const isDescription = /^rsd(?:[=&]|$)/.test(query) && rendering?.procedures !== undefined;
  const [status, type, body] = isDescription
    ? ([200, 'application/rsd+xml', descriptionOf(exchange, rendering)] as const)
    : ([
        403,
        'text/plain',
        texts.text('This site has no remote procedures; use its REST interface.', language),
      ] as const);
  const bytes = Buffer.from(body);
  const own = { 'content-type': `${type}; charset=UTF-8`, 'content-length': bytes.length };
  sendWhole(exchange, { status, headers: responseHeaders(exchange, status, own) }, [bytes]);
};

const descriptionOf = ({ baseUrl, apiRoot }: Exchange, { procedures, renderAddress }: Aliases): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${html`<rsd version="1.0" xmlns="${NAMESPACE}">
<service>
<engineName>Almanac</engineName>
<homePageLink>${baseUrl}/</homePageLink>
<apis>
<api name="${procedures?.api ?? ''}" blogID="1" preferred="true" apiLink="${renderAddress(`${apiRoot}/`, baseUrl)}"/>
</apis>
</service>
</rsd>
`}`;
