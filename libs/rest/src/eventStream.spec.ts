import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { EventStream, type EventStreamOptions } from './eventStream.ts';
import { route } from './route.ts';
import { type RestUnderTest, serveRoutes } from './testing.ts';

describe('a stream of events', () => {
  let rest: RestUnderTest;
  let stream: EventStream;
  let options: EventStreamOptions;
  beforeEach(async () => {
    options = {};
    const told = async () => {
      stream = new EventStream(options);
      return stream.response();
    };
    const shared = { namespace: 'spec/v1', summary: 'Tells.', methods: ['GET'], args: {} } as const;
    rest = await serveRoutes({ routes: [route({ ...shared, path: '/stream', handle: told })] });
  });
  afterEach(() => rest.close());

  /** Sends a request, and resolves when the head of the answer has arrived. */
  const listen = async (): Promise<IncomingMessage> => {
    const sent = httpRequest({ port: rest.port, host: '127.0.0.1', path: '/spec/v1/stream' }).end();
    sent.on('error', () => undefined);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.on('error', () => undefined).setEncoding('utf8');
    return answer;
  };
  const next = async (answer: IncomingMessage): Promise<string> => String((await once(answer, 'data'))[0]);

  /** Tells events until the stream stays full: the buffers of the connection may still grow at first. */
  const fill = async (): Promise<void> => {
    for (let quiet = 0; quiet < 5; quiet++) {
      for (; stream.readableLength < stream.readableHighWaterMark; quiet = 0) {
        stream.tell({ data: 'x'.repeat(10_000) });
        await new Promise(setImmediate);
      }
      await wait(5);
    }
  };

  it('starts at once, and sends each event when it happens', async () => {
    const answer = await listen();
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/event-stream']);
    expect(answer.headers['cache-control']).toBe('no-store');
    stream.tell({ id: '7', event: 'done', data: { text: 'two\nlines' } });
    expect(await next(answer)).toBe('id: 7\nevent: done\ndata: {"text":"two\\nlines"}\n\n');
    stream.tell({ data: [1] });
    expect(await next(answer)).toBe('data: [1]\n\n');
  });

  it('names the delay of a retry, and ends after its last event', async () => {
    options = { retry: 70 };
    const answer = await listen();
    expect(await next(answer)).toBe('retry: 70\n\n');
    stream.tell({ data: 1 });
    stream.finish();
    stream.finish();
    expect(stream.tell({ data: 2 })).toBe(false);
    let rest = '';
    for await (const text of answer) rest += text;
    expect(rest).toBe('data: 1\n\n');
  });

  it('sends signs of life while nothing happens', async () => {
    options = { keepAlive: 5 };
    expect(await next(await listen())).toMatch(/^(?:: alive\n\n)+$/);
  });

  it('is over for its sender once the client has left', async () => {
    const answer = await listen();
    const closed = once(stream, 'close');
    answer.destroy();
    await closed;
    expect(stream.tell({ data: 1 })).toBe(false);
  });

  it('buffers a limited amount for a slow client, and is cut then', async () => {
    options = { mostWaiting: 10_000 };
    const answer = await listen();
    answer.pause();
    const closed = once(stream, 'close');
    let waiting = 0;
    // the socket buffers of both sides fill first
    while (stream.tell({ data: 'x'.repeat(1_000) })) {
      waiting = Math.max(waiting, stream.readableLength);
      await new Promise(setImmediate);
    }
    await closed;
    expect(waiting).toBeLessThanOrEqual(10_000);
    expect(stream.tell({ data: 1 })).toBe(false);
  });

  it('has room again once a slow client has read, or has left', async () => {
    const answer = await listen();
    answer.pause();
    let isTold = false;
    await fill();
    const room = stream.room().then(() => {
      isTold = true;
    });
    await new Promise(setImmediate);
    expect(isTold).toBe(false);
    answer.resume();
    await room;
    expect(stream.readableLength).toBeLessThan(stream.readableHighWaterMark);
    answer.pause();
    await fill();
    answer.destroy();
    await stream.room();
    expect(stream.destroyed).toBe(true);
  });

  it.each(['a\nb', 'a\rdata: x', 'a b'])('rejects an id or name with line breaks: %j', (name) => {
    const alone = new EventStream();
    expect(() => alone.tell({ id: name, data: 1 })).toThrow(RangeError);
    expect(() => alone.tell({ event: name, data: 1 })).toThrow(RangeError);
    alone.destroy();
  });

  it('has no body for HEAD, and gets no events', async () => {
    const { status, text } = await rest.ask('/spec/v1/stream', { method: 'HEAD' });
    expect([status, text, stream.destroyed]).toEqual([200, '', true]);
  });
});
