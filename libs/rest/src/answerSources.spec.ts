import {
  AnswerSources,
  askSources,
  namesSecrets,
  notedHeaders,
  SOURCES_HEADER,
  sourceOf,
  sourcesAsked,
} from './answerSources.ts';
import { route, text } from './index.ts';
import { serveRoutes } from './testing.ts';
import { noteUncounted, runWithLimits, UsedLimits } from './usedLimits.ts';

const completed = (note: (sources: AnswerSources) => unknown): AnswerSources => {
  const sources = new AnswerSources();
  note(sources);
  sources.complete();
  return sources;
};

describe('the sources of an answer', () => {
  it('are current until one of them changes', () => {
    let [one, other] = [1, 1];
    const sources = completed((noted) => {
      noted.note({ version: () => one });
      noted.note({ version: () => other });
    });
    expect(sources.isCurrent(0)).toBe(true);
    other = 2;
    expect(sources.isCurrent(0)).toBe(false);
    other = 1;
    one = 2;
    expect(sources.isCurrent(0)).toBe(false);
  });

  it('are not current while a version is unknown', () => {
    let version: number | undefined = 1;
    const source = { version: () => version };
    const sources = completed((noted) => noted.note(source));
    version = undefined;
    expect(sources.isCurrent(0)).toBe(false);
    expect(completed((noted) => noted.note(source)).refusal).toBe('a source without versions');
  });

  it('are never current without an end of the notes, or with a source without versions', () => {
    const open = new AnswerSources();
    expect([open.refusal, open.isCurrent(0)]).toEqual(['not tracked', false]);
    const refused = completed((noted) => noted.refuse('an entry'));
    expect([refused.refusal, refused.isCurrent(0)]).toEqual(['an entry', false]);
  });

  it('count changes of a value by its identity', () => {
    let value = {};
    const source = sourceOf(() => value);
    const before = source.version();
    expect(source.version()).toBe(before);
    value = {};
    expect(source.version()).not.toBe(before);
  });

  it('are found once by the part that is asked for them, and not by requests that made them up', () => {
    const { id, sources, end } = askSources();
    expect(sourcesAsked({ [SOURCES_HEADER]: id })).toBe(sources);
    expect(sourcesAsked({ [SOURCES_HEADER]: id })).toBeUndefined();
    expect(sourcesAsked({ [SOURCES_HEADER]: 'made up' })).toBeUndefined();
    expect(sourcesAsked({})).toBeUndefined();
    end();
    const ended = askSources();
    ended.end();
    expect(sourcesAsked({ [SOURCES_HEADER]: ended.id })).toBeUndefined();
  });

  it('are noted for one request, not for another at the same time', async () => {
    const [one, other] = [new AnswerSources(), new AnswerSources()];
    const work = async () => {
      await Promise.resolve();
      noteUncounted('an entry');
    };
    await Promise.all([
      runWithLimits(new UsedLimits(), work, one),
      runWithLimits(new UsedLimits(), async () => undefined, other),
    ]);
    expect([one.refusal, other.refusal]).toEqual(['an entry', 'not tracked']);
  });
});

describe('noted headers', () => {
  const uses: readonly (readonly [string, (headers: Record<string, unknown>) => unknown])[] = [
    ['a read', (headers) => headers['user-agent']],
    ['a read of a missing header', (headers) => headers['x-missing']],
    ['a test', (headers) => 'user-agent' in headers],
    ['a test of an own header', (headers) => Object.hasOwn(headers, 'user-agent')],
    ['a copy', (headers) => ({ ...headers })],
    ['a list', (headers) => Object.entries(headers)],
  ];

  it.each(uses)('keep an answer from being kept after %s', (_name, use) => {
    expect(completed((sources) => use(notedHeaders({ 'user-agent': 'x' }, sources))).refusal).toBeDefined();
  });

  it('allow headers of the key', () => {
    const sources = completed((noted) => notedHeaders({}, noted)['x-almanac-language']);
    expect(sources.refusal).toBeUndefined();
  });
});

describe('parameters', () => {
  it('are found by their names if they open more than visitors see', () => {
    const names = ['password', 'post_password', '_core_nonce', 'preview', 'token', 'tvn1', 'key'];
    for (const name of names) expect([name, namesSecrets({ [name]: '' })]).toEqual([name, true]);
    for (const name of ['search', 'page', 'include', 'per_page'])
      expect([name, namesSecrets({ [name]: '' })]).toEqual([name, false]);
  });
});

describe('an application that notes its sources', () => {
  const routes = [
    route({
      namespace: 'a/v1',
      path: '/{outcome}',
      methods: ['GET'],
      summary: 'An outcome',
      args: { outcome: text() },
      handle: async ({ args }) => {
        if (args.outcome === 'failure') throw new Error('unexpected');
        return { body: {}, headers: { 'Cache-Control': 'no-store' } };
      },
    }),
  ];

  it('keeps no envelope, which hides status and headers from the gateway', async () => {
    const rest = await serveRoutes({ routes, notesSources: true });
    const refusalAt = async (path: string) => {
      const { id, sources } = askSources();
      const { status } = await rest.ask(path, { headers: { [SOURCES_HEADER]: id } });
      return [status, sources.refusal];
    };
    expect(await refusalAt('/a/v1/success')).toEqual([200, undefined]);
    expect(await refusalAt('/a/v1/success?_envelope')).toEqual([200, 'an envelope']);
    expect(await refusalAt('/a/v1/failure?_envelope')).toEqual([200, 'an envelope']);
    await rest.close();
  });
});
