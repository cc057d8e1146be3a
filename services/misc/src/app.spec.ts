import { doDueWork } from './app.ts';

describe('due work', () => {
  const { signal } = new AbortController();

  it('is done even if other work fails, whose failure is reported afterwards', async () => {
    const asked: string[] = [];
    const away = new Error('the store is away');
    const misc = {
      kept: { recoverySets: () => Promise.reject(away) },
      packages: {
        isActive: async (name: string) => {
          asked.push(name);
          throw away;
        },
      },
    } as unknown as Parameters<typeof doDueWork>[0];
    await expect(doDueWork(misc, signal)).rejects.toMatchObject({ errors: [away, away] });
    expect(asked).toEqual(['social-feed']);
  });
});
