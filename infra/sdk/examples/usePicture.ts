/** Uploads a picture and uses it in an event. */
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { createClient } from 'almanac-client';

const [root = '', login = '', password = '', file = '', event = ''] = process.argv.slice(2);
const client = createClient({ root, login, password });

const form = new FormData();
form.set('file', await openAsBlob(file), basename(file));
const medium = await client.POST('/core/v2/media', { body: { file }, bodySerializer: () => form });
if (medium.error !== undefined) throw new Error(medium.error.message);

const params = { path: { id: Number(event) } };
const body = { image: String(medium.data.id) };
const { data, error } = await client.POST('/cal/events/v1/events/{id}', { params, body });
if (error !== undefined) throw new Error(error.message);
console.log(data.image === false ? 'no picture' : data.image.url);
