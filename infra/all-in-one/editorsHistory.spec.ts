import { type AskedSite, applicationPassword, basic, startAsked } from './askedSite.contract.ts';

describe('the history of a record, for users who are no operators', () => {
  let site: AskedSite;
  let event: number;
  beforeAll(async () => {
    site = await startAsked();
    const dates = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };
    const made = await rest('editor', 'POST', '/cal/events/v1/events', { title: 'Fair', status: 'publish', ...dates });
    event = made.body.id;
    await rest('editor', 'POST', `/cal/events/v1/events/${event}`, { title: 'Fete' });
  });
  afterAll(() => site.running.stop());

  const rest = async (role: string, method: string, path: string, body?: object) => {
    const headers = { ...basic(role, applicationPassword(role)), 'content-type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${site.origin}/en/json${path}`, init);
    // biome-ignore lint/suspicious/noExplicitAny: the spec looks into what was answered
    return { status: response.status, body: (await response.json()) as any };
  };
  const history = () => `/ops/v1/history/event/${event}`;

  it('names changes and public names, and restores a version as the caller', async () => {
    const changed = await rest('editor', 'PATCH', '/core/v2/users/me', { name: 'Eve Editor' });
    expect(changed.status).toBe(200);
    const { status, body } = await rest('editor', 'GET', history());
    expect([status, body[0]]).toMatchObject([
      200,
      { who: 'Eve Editor', changes: [expect.objectContaining({ before: 'Fair', after: 'Fete' })] },
    ]);
    expect((await rest('administrator', 'GET', history())).body[0].who).toBe('editor');
    const restored = await rest('editor', 'POST', `${history()}/restore`, { version: 1 });
    expect([restored.status, restored.body.warnings]).toEqual([200, []]);
    expect((await rest('editor', 'GET', `/cal/events/v1/events/${event}`)).body.title).toBe('Fair');
  });

  it.each(['author', 'contributor', 'subscriber'])('is missing for a %s, who may not edit the record', async (role) => {
    expect((await rest(role, 'GET', history())).body).toMatchObject({ code: 'ops_record_not_found' });
    const restored = await rest(role, 'POST', `${history()}/restore`, { version: 1 });
    expect(restored.body).toMatchObject({ code: 'ops_record_not_found', data: { status: 404 } });
  });

  it('restores the rules and texts of a series, with its dates', async () => {
    const dates = { start_date: '2031-01-08 19:00:00', end_date: '2031-01-08 21:00:00' };
    const event = { title: 'Choir', status: 'publish', recurrence: { rules: ['FREQ=DAILY;COUNT=3'] }, ...dates };
    const made = await rest('editor', 'POST', '/cal/events/v1/events', event);
    const { id } = made.body.series;
    const changed = await rest('editor', 'PATCH', `/calx/v1/series/${id}`, {
      title: 'Band',
      recurrence: { rules: ['FREQ=DAILY;COUNT=2'] },
    });
    expect([made.status, changed.status]).toEqual([201, 200]);
    const restored = await rest('editor', 'POST', `/ops/v1/history/series/${id}/restore`, { version: 1 });
    expect([restored.status, restored.body.warnings]).toEqual([200, []]);
    const { body } = await rest(
      'editor',
      'GET',
      `/cal/events/v1/events?series=${id}&start_date=2031-01-01&end_date=2032-01-01`,
    );
    expect(body.events.map(({ title }: { title: string }) => title)).toEqual(['Choir', 'Choir', 'Choir']);
  });

  it('is missing for settings and users, which only operators see', async () => {
    for (const path of ['/ops/v1/history/settings/site', '/ops/v1/history/user/1'])
      expect((await rest('editor', 'GET', path)).status).toBe(404);
  });
});
