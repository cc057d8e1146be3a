import { healthProblem } from './healthProblem.ts';
import { startFakeServer } from './testing.ts';

describe('a health check of a configured service', () => {
  it.each([
    [200, undefined],
    [302, undefined],
    [401, undefined],
    [405, undefined],
    [500, 'status 500'],
    [503, 'status 503'],
  ])('accepts any answer, and reports of %i: %p', async (status, complaint) => {
    const asked: (string | undefined)[] = [];
    const fake = await startFakeServer((request, response) => {
      asked.push(request.headers.authorization);
      response.writeHead(status, { location: 'http://169.254.169.254/' }).end('x'.repeat(10_000));
    });
    expect(await healthProblem(`http://127.0.0.1:${fake.port}/refresh`)).toBe(complaint);
    expect(asked).toEqual([undefined]);
    await fake.close();
  });

  it('reports only the reason if nobody answers', async () => {
    const fake = await startFakeServer((_, response) => response.destroy());
    await expect(healthProblem(`http://127.0.0.1:${fake.port}/secret-path`)).rejects.toThrow(/^unreachable$/);
    await fake.close();
    await expect(healthProblem(`http://127.0.0.1:${fake.port}/secret-path`)).rejects.toThrow(/^unreachable$/);
  });
});
