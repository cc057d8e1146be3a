import { createClient } from 'almanac-client';

const client = createClient({ root: 'http://localhost:8080/en/json' });

// @ts-expect-error there is no such path
await client.GET('/cal/events/v1/evnts');
// @ts-expect-error an id is a number
await client.GET('/cal/events/v1/events/{id}', { params: { path: { id: 'seven' } } });
// @ts-expect-error an id is required
await client.GET('/cal/events/v1/events/{id}');
// @ts-expect-error pages are counted
await client.GET('/cal/events/v1/events', { params: { query: { page: 'first' } } });
// @ts-expect-error an event has a title
await client.POST('/cal/events/v1/events', { body: { start_date: '2031-06-10', end_date: '2031-06-10' } });
// @ts-expect-error an event takes a body
await client.POST('/cal/events/v1/events');
// @ts-expect-error the list is not deleted
await client.DELETE('/cal/events/v1/events');
const { data, error } = await client.GET('/cal/events/v1/events/{id}', { params: { path: { id: 7 } } });
// @ts-expect-error there may be a refusal instead
console.log(data.title);
// @ts-expect-error no refusal has that code
console.log(error?.code === 'rest_no_such_code');
// @ts-expect-error a site has an address
createClient({ login: 'admin' });
