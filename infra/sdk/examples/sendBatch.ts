/** Creates several posts in one request: all of them, or none if one is not valid. */
import { createClient } from 'almanac-client';

const [root = '', login = '', password = '', ...titles] = process.argv.slice(2);
const client = createClient({ root, login, password });

const requests = titles.map((title) => ({ method: 'POST' as const, path: '/core/v2/posts', body: { title } }));
const header = { 'Idempotency-Key': crypto.randomUUID() };
const body = { requests, validation: 'require-all-validate' as const };
const { data, error } = await client.POST('/batch/v1', { params: { header }, body });
if (error !== undefined) throw new Error(error.message);
console.log(data.responses.map((answer) => answer?.status).join(' '));
