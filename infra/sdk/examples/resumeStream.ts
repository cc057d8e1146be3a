/** Prints the types of events as they are published, and continues after the last one when the stream ends. */
import { createClient } from 'almanac-client';

const [root = '', login = '', password = '', after = '', streams = '2'] = process.argv.slice(2);
const client = createClient({ root, login, password, headers: { Accept: 'text/event-stream' } });

let last = after;
for (let stream = 0; stream < Number(streams); stream++) {
  const params = { query: { after: last, limit: 2 } };
  const { data } = await client.GET('/ops/v1/stream', { params, parseAs: 'stream' });
  for await (const text of data?.pipeThrough(new TextDecoderStream()) ?? []) {
    last = [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? last;
    for (const [, type] of text.matchAll(/^event: (.+)$/gm)) console.log(type);
  }
}
