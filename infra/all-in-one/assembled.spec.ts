import { assembled } from './assembled.ts';

describe('a group of started parts', () => {
  it('is ended as a whole, the last part first', async () => {
    const ended: string[] = [];
    const { name, stop } = await assembled(async (parts) => {
      for (const part of ['first', 'second']) parts.defer(() => void ended.push(part));
      return { name: 'whole' };
    });
    expect([name, ended]).toEqual(['whole', []]);
    await stop();
    expect(ended).toEqual(['second', 'first']);
  });

  it('leaves nothing behind if a part cannot start', async () => {
    const ended: string[] = [];
    const failing = assembled(async (parts) => {
      parts.defer(() => void ended.push('first'));
      throw new Error('no second');
    });
    await expect(failing).rejects.toThrow('no second');
    expect(ended).toEqual(['first']);
  });
});
