import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { credentials } from '../../site.ts';
import { median } from '../measure.ts';
import { ms, report, section } from '../report.ts';
import { type LargeSite, startLargeSite } from './largeSite.ts';
import { type Largest, largestReads, type OpenApiDocument } from './largestRequests.ts';
import { otherRequests } from './otherRequests.ts';

/** Longest time in milliseconds that a request may block the event loop. */
const GOAL = 50;
/** Requests that block the event loop for longer than this, in milliseconds, are reported. */
const SHOWN = 25;

/** The requests to measure, by their names; default all. */
const REQUESTS = new RegExp(process.env.REQUESTS ?? '');

const SAME_KEY = randomUUID();

const send = (site: LargeSite, { method, target, as, body, key }: Largest): Promise<number> =>
  new Promise((resolve, reject) => {
    const address = target.startsWith('//') ? site.origin + target.slice(1) : site.root + target;
    const headers = {
      ...(as && { authorization: credentials(as) }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key === 'new' ? randomUUID() : SAME_KEY }),
    };
    httpRequest(address, { method, headers, agent: false }, (response) => {
      response
        .resume()
        .once('error', reject)
        .once('end', () => resolve(response.statusCode ?? 0));
    })
      .once('error', reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });

interface Measurement {
  readonly status: number;
  readonly held: number;
}

const measureOnce = async (site: LargeSite, asked: Largest): Promise<Measurement> => {
  await site.worked();
  const status = await send(site, asked).catch((error: Error) => {
    throw new Error(`${asked.what}: ${error.message}`);
  });
  return { status, held: (await site.worked()).longest };
};

/** Measures a request once, and again if it blocks for long: the median of three then. */
const measure = async (site: LargeSite, asked: Largest): Promise<Measurement> => {
  const first = await measureOnce(site, asked);
  return first.held <= SHOWN
    ? first
    : median(
        3,
        ({ held }) => held,
        () => measureOnce(site, asked),
      );
};

/** True if the status is a failure. Pages exist; other requests may lack a record or an outside service. */
const isWrong = ({ target }: Largest, status: number): boolean =>
  target.startsWith('//') ? status >= 400 : status === 500 || status === 502;

/**
 * Measures the longest time that each request blocks the event loop: by a user of each role, and as large as its
 * declaration allows.
 */
export const benchHeld = async (folder: string): Promise<void> => {
  section('What holds the loop of a large site (one process, 50,000 events, 20,000 posts, 100,000 redirect rules)');
  const site = await startLargeSite(folder, { LIMITS: 'rendered-content=1000000/60' });
  try {
    const document = (await site.request<OpenApiDocument>('GET', '/openapi.json')).body;
    const asked = [...otherRequests(), ...largestReads(document, site.ids)].filter(({ what, as }) =>
      REQUESTS.test(`${what}, ${as ?? 'visitor'}`),
    );
    let most = 0;
    const answered = new Map<number, number>();
    for (const each of asked) {
      const { status, held } = await measure(site, each);
      most = Math.max(most, held);
      answered.set(status, (answered.get(status) ?? 0) + 1);
      if (held > SHOWN || isWrong(each, status))
        report({
          what: `${each.what}, ${each.as ?? 'visitor'} (${status})`,
          figure: ms(held),
          goal: `≤ ${GOAL} ms`,
          reached: held <= GOAL && !isWrong(each, status),
        });
    }
    const statuses = [...answered].map(([status, count]) => `${count} of ${status}`).join(', ');
    report({
      what: `the longest of ${asked.length} (${statuses})`,
      figure: ms(most),
      goal: `≤ ${GOAL} ms`,
      reached: most <= GOAL,
    });
  } finally {
    await site.stop();
  }
};
