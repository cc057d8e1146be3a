import { replayScenario } from '../conformance/conform.mjs';
import { startEmbedded } from '../engines/inProcess.ts';

/** A request and its answer; addresses are replaced by those of a neutral site. */
export interface Exchange {
  readonly method: string;
  /** Path from the namespace on, without query. */
  readonly path: string;
  readonly sent: unknown;
  readonly status: number;
  readonly body: unknown;
}

const NEUTRAL = 'https://riverside.example';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Addresses of sites and servers under test, plain or percent-encoded. */
const LOOPBACK = /127\.0\.0\.1(?::|%3A)\d+/g;

/** Members that hold secrets; those of temporary sites are harmless, but look real. */
const SECRET = /"([^"]*(?:password|secret|token|nonce|api_key)[^"]*)":"[^"]{12,}"/gi;

const neutral = (text: string, origin: string): unknown =>
  parsed(
    text
      .replaceAll(origin, NEUTRAL)
      .replaceAll(origin.replaceAll('/', '\\/'), NEUTRAL)
      .replaceAll(encodeURIComponent(origin), encodeURIComponent(NEUTRAL))
      .replaceAll(LOOPBACK, 'riverside.example')
      .replaceAll(SECRET, '"$1":"xxxx xxxx xxxx xxxx xxxx xxxx"'),
  );

/** Replays a recorded scenario on a fresh site; returns its exchanges. */
export const recordExchanges = async (
  scenario: Parameters<typeof replayScenario>[0],
  siteFile: string,
  environment: Readonly<Record<string, string>>,
  users: Record<string, unknown>,
): Promise<Exchange[]> => {
  const site = await startEmbedded(siteFile, environment);
  const { origin } = new URL(site.base);
  const send = globalThis.fetch;
  const heard: Exchange[] = [];
  globalThis.fetch = async (input, init) => {
    const answer = await send(input, init);
    const address = String(input);
    if (address.startsWith(site.base)) {
      const text = await answer.clone().text();
      heard.push({
        method: (init?.method ?? 'GET').toLowerCase(),
        path: address.slice(site.base.length).replace(/[?#].*$/, ''),
        sent: typeof init?.body === 'string' ? neutral(init.body, origin) : undefined,
        status: answer.status,
        body: neutral(text, origin),
      });
    }
    return answer;
  };
  try {
    await replayScenario(scenario, site.base, users, 60_000);
  } finally {
    globalThis.fetch = send;
    await site.stop();
  }
  return heard;
};
