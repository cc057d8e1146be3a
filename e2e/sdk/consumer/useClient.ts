import { type AlmanacClient, createClient, type Schemas } from 'almanac-client';

const [root = '', login = '', password = ''] = process.argv.slice(2);
const client: AlmanacClient = createClient({ root, login, password });

const titlesOf = async (include: readonly number[]): Promise<string[]> => {
  const { data, error } = await client.GET('/cal/events/v1/events', { params: { query: { include, per_page: 3 } } });
  if (error !== undefined) throw new Error(error.message);
  return data.events.map((event: Schemas['Event']) => event.title);
};

const make = async (title: string): Promise<number> => {
  const body = { title, start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };
  const { data, error } = await client.POST('/cal/events/v1/events', { body });
  if (error !== undefined) throw new Error(error.message);
  return data.id;
};

const ids = [await make('Harbour concert'), await make('Mill fair'), await make('Regatta')];
const titles = await titlesOf(ids.slice(0, 2));

const missing = await client.GET('/cal/events/v1/events/{id}', { params: { path: { id: 999_999 } } });
const refusal: string | undefined = missing.error?.code;

const visitor = createClient({ root });
const { error } = await visitor.DELETE('/cal/events/v1/events/{id}', { params: { path: { id: ids[0] ?? 0 } } });
console.log(JSON.stringify({ titles, refusal, status: missing.response.status, visitor: error?.data.status }));
