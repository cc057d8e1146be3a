import { createLog, type Log } from '@almanac/service';
import { basic, FakeCore, startGateway } from './testing/fakeServices.ts';

const logTo = (lines: string[], level: string): Log =>
  createLog({ level, pretty: false }, { write: (line: string) => void lines.push(line) });

describe('the access log', () => {
  const core = new FakeCore();
  beforeAll(() => core.start());
  afterAll(() => core.stop());

  const linesOf = async (level: string): Promise<string[]> => {
    const lines: string[] = [];
    const site = await startGateway(new Map([['core', core.address]]), { log: logTo(lines, level) });
    const init = { method: 'POST', headers: { authorization: basic('ada', 'right') } };
    const answer = await fetch(`${site.origin}/fr-ca/json/core/v2/posts/7?password=hush&a=1&_method=DELETE`, init);
    await answer.text();
    // it stops when all answers are sent, and then their lines are written
    await site.stop();
    return lines;
  };

  it('says who sent which request and its outcome, without passwords', async () => {
    const [line = '', ...more] = await linesOf('info');
    expect(more).toEqual([]);
    expect(line).not.toMatch(/hush|right/);
    expect(JSON.parse(line)).toMatchObject({
      id: 'request-1',
      ip: '127.0.0.1',
      who: 'user:2',
      method: 'DELETE',
      url: '/fr-ca/json/core/v2/posts/7?password=…&a=1&_method=DELETE',
      language: 'fr-ca',
      status: 200,
      took: expect.any(Number),
    });
  });

  it('is written if the level is info or lower', async () => {
    expect(await linesOf('warn')).toEqual([]);
  });
});
