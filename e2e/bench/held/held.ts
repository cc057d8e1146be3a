import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { credentials } from '../../site.ts';
import { median } from '../measure.ts';
import { ms, report, section } from '../report.ts';
import { type LargeSite, startLargeSite } from './largeSite.ts';
import { type Largest, largestReads, type OpenApiDocument } from './largestRequests.ts';
import { otherReads, otherWrites } from './otherRequests.ts';

/** Longest time in milliseconds that a request may block the event loop. */
const GOAL = 50;
/** Requests that block the event loop for longer than this, in milliseconds, are reported. */
const SHOWN = 25;

/** The requests to measure, by their names; default all. */
const REQUESTS = new RegExp(process.env.REQUESTS ?? '');

const SAME_KEY = randomUUID();

interface HeldAnswer {
  readonly status: number;
  /** The code of an error of the server. */
  readonly code?: string;
}

const errorOf = (body: string): Pick<HeldAnswer, 'code'> => {
  try {
    const { code } = JSON.parse(body) as { readonly code?: unknown };
    return typeof code === 'string' ? { code } : {};
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return {};
  }
};

const send = (site: LargeSite, { method, target, as, body, key }: Largest): Promise<HeldAnswer> =>
  new Promise((resolve, reject) => {
    const address = target.startsWith('//') ? site.origin + target.slice(1) : site.root + target;
    const headers = {
      ...(as && { authorization: credentials(as) }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key === 'new' ? randomUUID() : SAME_KEY }),
    };
    httpRequest(address, { method, headers, agent: false }, (response) => {
      const { statusCode: status = 0 } = response;
      let error = '';
      response
        .on('data', (chunk: Buffer) => {
          if (status >= 500) error += chunk.toString();
        })
        .once('error', reject)
        .once('end', () => resolve({ status, ...(error !== '' && errorOf(error)) }));
    })
      .once('error', reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });

interface Measurement extends HeldAnswer {
  /** Milliseconds of processor time for which the request blocked the event loop. */
  readonly held: number;
  /** Milliseconds until the end of its answer. */
  readonly took: number;
}

const measureOnce = async (site: LargeSite, asked: Largest): Promise<Measurement> => {
  await site.worked();
  const begun = performance.now();
  const answered = await send(site, asked).catch((error: Error) => {
    throw new Error(`${asked.what}: ${error.message}`);
  });
  const took = performance.now() - begun;
  return { ...answered, took, held: (await site.worked()).longest };
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

/** Codes of routes whose outside service is not configured. */
const NO_REMOTE = /_remote_unavailable$/;

/** True if an answer is a failure. Pages exist; other requests may lack a record or an outside service. */
const isWrong = ({ target }: Largest, { status, code = '' }: HeldAnswer): boolean =>
  target.startsWith('//') ? status >= 400 : status >= 500 && !NO_REMOTE.test(code);

/** Reports the longest block of a role, and the number of requests with each status: a refused one looks fast. */
const reportRole = (role: string, measured: readonly Measurement[]): void => {
  const statuses = [...Map.groupBy(measured, ({ status }) => status)].toSorted(([one], [other]) => one - other);
  const most = Math.max(...measured.map(({ held }) => held));
  const fast = measured.filter(({ held }) => held <= SHOWN).length;
  report({
    what: `the longest of ${measured.length} by ${role} (${statuses.map(([status, each]) => `${each.length} of ${status}`).join(', ')})`,
    figure: ms(most),
    against: `${fast} at most ${SHOWN} ms`,
    goal: `≤ ${GOAL} ms`,
    reached: most <= GOAL,
  });
};

/**
 * Measures the longest time that each request blocks the event loop: by a user of each role, and as large as its
 * declaration allows.
 */
export const benchHeld = async (folder: string): Promise<void> => {
  section('What holds the loop of a large site (one process, 50,000 events, 20,000 posts, 100,000 redirect rules)');
  // an answer from memory would hide what its making has cost
  const site = await startLargeSite(folder, { LIMITS: 'rendered-content=1000000/60', CACHE_MB: '0' });
  try {
    const document = (await site.request<OpenApiDocument>('GET', '/openapi.json')).body;
    const asked = [...otherReads(), ...largestReads(document, site.ids), ...otherWrites()].filter(({ what, as }) =>
      REQUESTS.test(`${what}, ${as ?? 'visitor'}`),
    );
    const byRole = new Map<string, Measurement[]>();
    for (const each of asked) {
      const measured = await measure(site, each);
      const { status, code, held, took } = measured;
      byRole.getOrInsertComputed(each.as ?? 'visitor', () => []).push(measured);
      if (held > SHOWN || isWrong(each, measured))
        report({
          what: `${each.what}, ${each.as ?? 'visitor'} (${[status, code ?? []].flat().join(' ')})`,
          figure: ms(held),
          against: `answered in ${ms(took)}`,
          goal: `≤ ${GOAL} ms`,
          reached: held <= GOAL && !isWrong(each, measured),
        });
    }
    for (const [role, measured] of byRole) reportRole(role, measured);
  } finally {
    await site.stop();
  }
};
