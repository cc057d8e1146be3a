import { type CheckedSite, checkedSite } from './checkedSite.contract.ts';

/** Facts about arguments in the declared interface that the recorded exchanges do not show. */
describe('the arguments that routes are described with', () => {
  let site: CheckedSite;
  beforeAll(async () => {
    site = await checkedSite();
  });
  afterAll(() => site.stop());

  const argsOf = async (namespace: string, path: string, method: string) => {
    const { body } = await site.ask('visitor', 'OPTIONS', path, { namespace });
    return body.endpoints.find(({ methods }: { methods: string[] }) => methods.includes(method)).args;
  };

  it('are all null by default for organizers', async () => {
    const args = await argsOf('cal/events/v1', '/organizers', 'POST');
    const texts = ['description', 'status', 'date', 'date_utc', 'phone', 'website', 'email', 'image'];
    for (const name of texts) expect([name, args[name]]).toMatchObject([name, { type: 'string', default: null }]);
    expect(args.author).toMatchObject({ type: 'integer', default: null, required: false });
    expect(args.organizer).toMatchObject({ type: 'string', default: null, required: true });
    expect(await site.status('administrator', 'POST', '/organizers', {})).toBe(400);
    for (const path of ['/organizers/1', '/organizers/by-slug/x']) {
      expect((await argsOf('cal/events/v1', path, 'PUT')).organizer).toMatchObject({ default: null, required: false });
    }
  });

  it.each(['/events', '/venues', '/organizers'])(
    'name statuses in their order for the second generation’s %s',
    async (path) => {
      const { status, page, per_page } = await argsOf('calx/v1', path, 'GET');
      const statuses = ['publish', 'pending', 'draft', 'future', 'private'];
      expect(status).toMatchObject({
        type: 'array',
        uniqueItems: true,
        items: { enum: statuses },
        default: ['publish'],
      });
      expect(page).toMatchObject({ type: 'integer', minimum: 1, default: 1 });
      expect(per_page).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 10 });
      expect((await argsOf('calx/v1', `${path}/1`, 'DELETE')).force).toMatchObject({ type: 'boolean', default: false });
    },
  );

  it('are the documented ones for a batch of an import', async () => {
    expect(await argsOf('cal/event-import/v1', '/import/x/batch', 'POST')).toMatchObject({
      import_id: { type: 'string', required: true },
      batch_hash: { type: 'string', required: true },
      status: { type: 'object', required: true },
      percentage_complete: { type: 'integer', required: true },
      interval: { type: 'integer', required: false },
    });
  });
});
