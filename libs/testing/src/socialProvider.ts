import type { IncomingMessage, ServerResponse } from 'node:http';
import { startFakeServer } from '@almanac/outgoing/testing';

/** State of the fake provider; specs change it. */
export interface ProviderState {
  /** Valid tokens. */
  tokens: string[];
  /** Every requested path, with its query. */
  asked: string[];
  media: object[];
  /** Answers every request with this status instead. */
  failing: number | undefined;
  redirect: string | undefined;
  /** Answers wait for this promise. */
  gate: Promise<void> | undefined;
  /** Answer to a renewal; undefined refuses it. */
  renewed: object | undefined;
  exchanged: object | undefined;
}

export const mediaNamed = (id: number, more: object = {}): object => ({
  id: String(17_900_000_000_000_000n + BigInt(id)),
  caption: `Picture ${id} <3`,
  media_type: 'IMAGE',
  media_url: `https://media.test/${id}.jpg`,
  permalink: `https://social.test/p/${id}/`,
  timestamp: '2030-12-24T18:00:00+0000',
  ...more,
});

const tokenOf = ({ headers }: IncomingMessage, url: URL): string =>
  url.searchParams.get('access_token') ?? (headers.authorization ?? '').replace('Bearer ', '');

const pageOf = ({ media }: ProviderState, url: URL, token: string): object => {
  const from = Number(url.searchParams.get('after') ?? 0);
  const to = from + Number(url.searchParams.get('limit'));
  const next = `http://127.0.0.1:1/v1/me/media?access_token=${token}&after=${to}`;
  return {
    data: media.slice(from, to),
    paging: { cursors: { before: String(from), after: String(to) }, ...(to < media.length && { next }) },
  };
};

const answerOf = (state: ProviderState, url: URL, token: string): readonly [number, unknown] => {
  const name = url.pathname.replace('/v1/', '');
  if (state.failing !== undefined) return [state.failing, { error: { code: 2, message: 'try later' } }];
  if (!state.tokens.includes(token)) return [400, { error: { code: 190, message: `bad token ${token}` } }];
  if (name === 'me') return [200, { user_id: '17841400000000001', username: 'riverside', account_type: 'BUSINESS' }];
  if (name === 'me/media') return [200, pageOf(state, url, token)];
  const given = name === 'access_token' ? state.exchanged : state.renewed;
  return given === undefined ? [400, { error: { code: 100, message: 'not now' } }] : [200, given];
};

/** Starts a provider of a social feed on this machine. */
export const startFakeProvider = async () => {
  const state: ProviderState = {
    tokens: ['first-token'],
    asked: [],
    media: [mediaNamed(1)],
    failing: undefined,
    redirect: undefined,
    gate: undefined,
    renewed: undefined,
    exchanged: undefined,
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://provider.test');
    state.asked.push(`${url.pathname}${url.search}`);
    await state.gate;
    const { redirect } = state;
    const [status, body] = redirect === undefined ? answerOf(state, url, tokenOf(request, url)) : [302, {}];
    response.writeHead(status, { 'content-type': 'application/json', ...(redirect && { location: redirect }) });
    response.end(JSON.stringify(body));
  };
  const server = await startFakeServer((request, response) => void respond(request, response));
  return { state, url: `http://127.0.0.1:${server.port}/v1`, close: server.close };
};
