import { serveMisc, type TestEvent, type TestService } from '../../testing.contract.ts';
import type { FeedEvent } from './feedEvent.ts';

const tag = (name: string): TestEvent => ({ type: 'core.tag-changed.v1', key: 'tag-1', data: { id: 1, name } });

describe('a stream of what is published', () => {
  let misc: TestService;
  beforeEach(async () => {
    misc = await serveMisc();
  });
  afterEach(() => misc.stop());

  const listen = (query: string, headers = {}) =>
    misc.ask(`/ops/v1/stream${query}`, { as: 'administrator', headers: { accept: 'text/event-stream', ...headers } });
  const told = (text: string): FeedEvent[] =>
    text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []));
  const names = (text: string) => told(text).map(({ data }) => (data as { name: string }).name);
  const events = async (): Promise<FeedEvent[]> => (await misc.ask('/ops/v1/events', { as: 'administrator' })).body;

  /** Delivers events until a stream that starts now has ended. */
  const deliverUntil = async <Result>(ending: Promise<Result>, event = () => tag('x')): Promise<Result> => {
    let isOver = false;
    void ending.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await misc.deliver(event());
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return ending;
  };

  it('continues after an id, by header before argument, and names the type of each event', async () => {
    await misc.deliver(tag('a'), tag('b'), tag('c'));
    const [a, b] = await events();
    const { status, headers, text } = await listen(`?after=${a?.id}&limit=2`);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store',
    ]);
    expect(text).toMatch(/^retry: 2000\n\n/);
    expect(text).toContain(`id: ${b?.id}\nevent: core.tag-changed.v1\ndata: ${JSON.stringify(b)}\n\n`);
    expect(names(text)).toEqual(['b', 'c']);
    expect(names((await listen(`?after=${a?.id}&limit=1`, { 'last-event-id': b?.id })).text)).toEqual(['c']);
  });

  it('starts now without an id, and sends only the requested types', async () => {
    await misc.deliver(tag('old'));
    const { text } = await deliverUntil(listen('?limit=2&types=core.tag-changed.v1'));
    expect(names(text)).toEqual(['x', 'x']);
  });

  it('sends everything once and in order to a client that resumes repeatedly', async () => {
    await misc.deliver(...Array.from({ length: 400 }, (_, n) => tag(String(n))));
    const [first] = await events();
    const all = [first as FeedEvent];
    while (all.length < 400)
      all.push(
        ...told((await listen('?limit=57', { 'last-event-id': all.at(-1)?.id })).text.slice(0)).slice(
          0,
          400 - all.length,
        ),
      );
    expect(all.map(({ data }) => Number((data as { name: string }).name))).toEqual(
      Array.from({ length: 400 }, (_, n) => n),
    );
  });

  it('ends when credentials or rights of its client change, and not when others’ do', async () => {
    let turn = 0;
    const { text } = await deliverUntil(listen(''), () =>
      ++turn % 10 > 0
        ? { type: 'core.credentials-changed.v1', key: 'user-2', data: { userId: 2 } }
        : { type: 'core.credentials-changed.v1', key: 'user-1', data: { userId: 1 } },
    );
    expect(told(text).at(-1)?.data).not.toEqual({ userId: 1 });
  });

  it('ends with its package, and is missing without it', async () => {
    const open = listen('');
    await misc.ask('/installer/v1/packages/event-stream', {
      as: 'administrator',
      method: 'PATCH',
      body: { status: 'inactive' },
    });
    await open;
    expect((await listen('')).body.code).toBe('rest_no_route');
  });

  it('is limited in number', async () => {
    const open = Array.from({ length: 100 }, () => listen(''));
    for (;;) {
      const { status, headers, body } = await deliverUntil(listen('?limit=1'));
      if (status === 200) continue;
      expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'rest_too_many_requests', '10']);
      break;
    }
    await misc.stop();
    await Promise.all(open);
    misc = await serveMisc();
  });

  it('rejects invalid ids', async () => {
    await misc.deliver(tag('a'));
    const { status, body } = await listen('', { 'last-event-id': 'never-was' });
    expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
  });
});
