import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ServiceName } from '@almanac/contracts';
import {
  basic,
  FakeCore,
  FakeService,
  type GatewayUnderTest,
  startGateway,
  startWithServices,
} from './testing/fakeServices.ts';

const RIGHT = { authorization: basic('ada', 'right') };

describe('a service that is down or slow', () => {
  const core = new FakeCore();
  const calendar = new FakeService('cal/events/v1');
  let site: GatewayUnderTest;
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`${site.origin}/en/json${path}`, init);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
  };

  beforeEach(async () => {
    site = await startWithServices({ core, calendar });
  });
  afterEach(async () => {
    calendar.answer = undefined;
    await site.stop();
  });

  /** Starts the site again with another timeout: the usual one outlasts each pause of a busy machine. */
  const restartWith = async (serviceTimeout: number): Promise<void> => {
    await site.stop();
    site = await startWithServices({ core, calendar }, { serviceTimeout });
  };

  it('takes away only its own namespaces', async () => {
    await calendar.stop();
    const { status, body, headers } = await ask('/cal/events/v1/events');
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'rest_service_unavailable', '2']);
    expect((await ask('/core/v2/posts')).status).toBe(200);
  });

  it('answers again when it is back', async () => {
    const port = Number(new URL(calendar.address).port);
    await ask('/cal/events/v1/events');
    await calendar.stop();
    await ask('/cal/events/v1/events');
    await calendar.start(port);
    expect((await ask('/cal/events/v1/events')).status).toBe(200);
  });

  it('is waited for as long as it sends signs of life, which are not passed on', async () => {
    // takes half as long again as the gateway's timeout, with ten signs in each timeout
    await restartWith(1_000);
    calendar.answer = (_request, response) => {
      let signs = 0;
      const timer = setInterval(() => {
        signs += 1;
        if (signs <= 15) return response.writeProcessing();
        clearInterval(timer);
        response.end('{"done":true}');
      }, 100);
    };
    const { status, body } = await ask('/cal/events/v1/events', { method: 'POST', headers: RIGHT });
    expect([status, body]).toEqual([200, { done: true }]);
  });

  it('is asked again over a new connection if it closes a kept one', async () => {
    let asked = 0;
    calendar.answer = (request, response) => {
      asked++;
      if (asked === 2) return void request.socket.destroy();
      response.end('{}');
    };
    const statuses = [await ask('/cal/events/v1/events'), await ask('/cal/events/v1/events')].map(
      ({ status }) => status,
    );
    expect([statuses, asked]).toEqual([[200, 200], 3]);
  });

  it('is asked again over a new connection if it closes all kept ones at once', async () => {
    const kept = new Set<Socket>();
    const waiting: ServerResponse[] = [];
    calendar.answer = ({ socket }, response) => {
      kept.add(socket);
      if (waiting.push(response) === 5) for (const each of waiting) each.end('{}');
    };
    await Promise.all(Array.from({ length: 5 }, () => ask('/cal/events/v1/events')));
    calendar.answer = ({ socket }, response) => {
      if (!kept.has(socket)) return void response.end('{}');
      socket.destroy();
      for (const each of [...kept].reverse()) each.destroy();
    };
    expect([kept.size, (await ask('/cal/events/v1/events')).status]).toEqual([5, 200]);
  });

  it('gives 503 when slow, and an unknown outcome for a write', async () => {
    await restartWith(200);
    calendar.answer = () => undefined;
    const read = await ask('/cal/events/v1/events');
    expect([read.status, read.body.code]).toEqual([503, 'rest_service_unavailable']);
    const write = await ask('/cal/events/v1/events', { method: 'POST', body: '{}' });
    expect([write.status, write.body.code, write.headers.has('retry-after')]).toEqual([
      503,
      'rest_outcome_unknown',
      false,
    ]);
  });

  it('breaks the answer off if it breaks off in the middle', async () => {
    calendar.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"half":');
      setTimeout(() => response.destroy(), 20);
    };
    await expect(ask('/cal/events/v1/events')).rejects.toThrow();
  });

  it('is not kept busy for a client that has left', async () => {
    const abort = new AbortController();
    const left = new Promise<string>((resolve) => {
      calendar.answer = (_request, response) => {
        response.once('close', () => resolve('left'));
        abort.abort();
      };
    });
    const asked = ask('/cal/events/v1/events', { signal: abort.signal }).catch(() => 'aborted');
    expect([await asked, await left]).toEqual(['aborted', 'left']);
  });

  it('gives 503 for unknown credentials if it is core', async () => {
    await ask('/cal/events/v1/events', { headers: RIGHT });
    await core.stop();
    expect((await ask('/cal/events/v1/events', { headers: RIGHT })).status).toBe(200);
    const other = await ask('/cal/events/v1/events', { headers: { authorization: basic('ada', 'other') } });
    expect([other.status, other.body.code]).toEqual([503, 'rest_service_unavailable']);
    expect((await ask('/cal/events/v1/events')).status).toBe(200);
  });
});

describe('a service whose description is missing', () => {
  it('is missed like one that is down', async () => {
    const broken = new FakeService('core/v2', { '/internal/routes': () => [500, { code: 'internal_error' }] });
    await broken.start();
    const site = await startGateway(new Map([['core', broken.address]]));
    const index = await fetch(`${site.origin}/en/json/`);
    expect(await index.json()).toMatchObject({ namespaces: [] });
    expect((await fetch(`${site.origin}/en/json/core/v2/posts`)).status).toBe(200);
    await site.stop();
    await broken.stop();
  });

  it('is missed if it is down from the start', async () => {
    const addresses = new Map<ServiceName, string>([['calendar', 'http://127.0.0.1:1']]);
    const site = await startGateway(addresses);
    const statusOf = async (path: string) => (await fetch(`${site.origin}/en/json${path}`)).status;
    expect(await Promise.all(['/cal/events/v1/events', '/cal/events/v1', '/core/v2', '/'].map(statusOf))).toEqual([
      503, 503, 404, 200,
    ]);
    await site.stop();
  });
});
