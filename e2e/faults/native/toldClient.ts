import { setTimeout as pause } from 'node:timers/promises';
import { credentials } from '../../site.ts';

/** An event as the stream and the webhooks send it. */
export interface ToldEvent {
  readonly id: string;
  readonly subject: string;
  readonly data: { readonly name: string };
}

export interface ToldClient {
  /** Received events in the order of arrival. */
  readonly events: readonly ToldEvent[];
  /** Number of reconnects. */
  readonly resumed: number;
  stop(): Promise<void>;
}

/** Reads the event stream after an event id; reconnects with the last received id when the stream ends. */
export const listenFrom = (root: string, after: string): ToldClient => {
  const ending = new AbortController();
  const client = { events: [] as ToldEvent[], resumed: 0 };
  const take = (record: string): void => {
    const data = record.split('\n').find((line) => line.startsWith('data: '));
    if (data !== undefined) client.events.push(JSON.parse(data.slice('data: '.length)));
  };
  const listen = async (): Promise<void> => {
    const headers = {
      accept: 'text/event-stream',
      authorization: credentials('admin'),
      'last-event-id': client.events.at(-1)?.id ?? after,
    };
    const path = `${root}/ops/v1/stream?types=core.tag-changed.v1`;
    const { status, body } = await fetch(path, { headers, signal: ending.signal });
    if (status !== 200 || body === null) throw new Error(`the stream was answered ${status}`);
    let rest = '';
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const records = (rest + text).split('\n\n');
      rest = records.pop() ?? '';
      records.forEach(take);
    }
  };
  const running = (async () => {
    while (!ending.signal.aborted) {
      await listen().catch(() => undefined);
      client.resumed++;
      await pause(200);
    }
  })();
  return {
    ...client,
    get resumed() {
      return client.resumed;
    },
    stop: async () => {
      ending.abort();
      await running;
    },
  };
};
