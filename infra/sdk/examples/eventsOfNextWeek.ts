/** Prints next week's events by category, with a root of `/fr-ca/json` in French where there is a French version. */
import { createClient } from 'almanac-client';

const [root = ''] = process.argv.slice(2);
const client = createClient({ root });
const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const query = { start_date: dayAhead(1), end_date: dayAhead(8), per_page: 50 };
const { data, error } = await client.GET('/cal/events/v1/events', { params: { query } });
if (error !== undefined) throw new Error(error.message);
for (const [category, events] of Map.groupBy(data.events, ({ categories }) => categories[0]?.name ?? '–'))
  console.log(category, events.map(({ start_date, title }) => `${start_date} ${title}`).join(', '));
