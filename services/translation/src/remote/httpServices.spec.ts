import { type FakeService, startFakeServer } from '@almanac/outgoing/testing';
import { httpServices } from './httpServices.ts';

const FIRST = { jobs: [], token: 'gone', pages: 1 };

describe('services over HTTP', () => {
  let server: FakeService;
  beforeAll(async () => {
    server = await startFakeServer(async (request, response) => {
      const isFirst = request.url === '/v1/jobs/status';
      response.writeHead(isFirst ? 200 : 404);
      response.end(JSON.stringify(isFirst ? FIRST : { errors: [{ detail: 'There is no such page.' }] }));
    });
  });
  afterAll(() => server.close());

  it('fail if they do not know their own names', async () => {
    const key = 'the key of both sides, 32 letters';
    const { editor } = httpServices({ address: `http://127.0.0.1:${server.port}`, key, now: () => new Date() });
    await expect(editor.jobs([7])).rejects.toMatchObject({ code: 'i18n_remote_error', status: 502 });
  });
});
