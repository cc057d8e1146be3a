/** Changes the title of an event, unless somebody else has changed the event in the meantime. */
import { createClient } from 'almanac-client';

const [root = '', login = '', password = '', event = '', title = ''] = process.argv.slice(2);
const client = createClient({ root, login, password });
const path = { id: Number(event) };

const { response } = await client.GET('/cal/events/v1/events/{id}', { params: { path } });
const header = { 'If-Match': response.headers.get('ETag') ?? '' };
const body = { title };
const first = await client.POST('/cal/events/v1/events/{id}', { params: { path, header }, body });
const second = await client.POST('/cal/events/v1/events/{id}', { params: { path, header }, body });
console.log(first.data?.title, second.response.status, second.error?.code);
