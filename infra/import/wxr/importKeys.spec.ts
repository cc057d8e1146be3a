import type { SiteClient } from '../siteClient.ts';
import { ImportKeys } from './importKeys.ts';

/** Creates a client whose answers the spec releases, and which records the keys of each request. */
const slowSite = () => {
  const asked: string[][] = [];
  const answers: PromiseWithResolvers<void>[] = [];
  const request = async (_method: string, _path: string, body?: unknown): Promise<never> => {
    const { keys } = body as { readonly keys: readonly { readonly key: string }[] };
    asked.push(keys.map(({ key }) => key));
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    await answer.promise;
    return undefined as never;
  };
  const client: SiteClient = { request };
  return { client, asked, answers };
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the keys of imported records', () => {
  it('are stored at once, and together if they are added during a request', async () => {
    const { client, asked, answers } = slowSite();
    const keys = new ImportKeys(client);
    const first = keys.add(['a'], 1);
    await turn();
    const others = [keys.add(['b', 'c'], 2), keys.add(['d'], 3)];
    await turn();
    expect(asked).toEqual([['a']]);
    answers[0]?.resolve();
    await first;
    await turn();
    expect(asked).toEqual([['a'], ['b', 'c', 'd']]);
    answers[1]?.resolve();
    await Promise.all(others);
  });

  it('fail for those who added them, and not for later ones', async () => {
    const { client, answers } = slowSite();
    const keys = new ImportKeys(client);
    const first = expect(keys.add(['a'], 1)).rejects.toThrow('gone');
    await turn();
    const second = keys.add(['b'], 2);
    answers[0]?.reject(new Error('gone'));
    await first;
    await turn();
    answers[1]?.resolve();
    await second;
  });

  it('are at most 100 in a request', async () => {
    const sent: number[] = [];
    const request = async (_method: string, _path: string, body?: unknown): Promise<never> => {
      sent.push((body as { readonly keys: readonly unknown[] }).keys.length);
      return undefined as never;
    };
    const keys = new ImportKeys({ request });
    await Promise.all(Array.from({ length: 75 }, (_, id) => keys.add([`a${id}`, `b${id}`], id + 1)));
    expect(sent).toEqual([100, 50]);
  });
});
