import { displayContent } from './displayContent.ts';
import { forLongTexts } from './longTexts.ts';
import { runInThread } from './longTextThread.ts';

let number = 0;
/** Returns a long text that no other test has. */
const newText = (): string => `${number++} ${'text '.repeat(10_000)}`;

describe('a function of long texts', () => {
  it('processes equal texts with equal arguments once', async () => {
    const calls: unknown[] = [];
    const run = ({ args }: { readonly args: readonly unknown[] }) => {
      calls.push(args);
      return Promise.resolve('prepared');
    };
    const made = (_text: string, option?: string) => {
      calls.push(option);
      return 'made at once';
    };
    const work = forLongTexts('test', made, run);
    const text = newText();
    await Promise.all([work.prepare(text, 'a'), work.prepare(text, 'a')]);
    await work.prepare(text, undefined);
    expect([work(text, 'a'), work(text), work(text, 'c')]).toEqual(['prepared', 'prepared', 'made at once']);
    await work.prepare(text, 'c');
    expect([work(text, 'c'), calls]).toEqual(['made at once', [['a'], [undefined], 'c']]);
    // as after it was stored and read
    expect(work(Buffer.from(text).toString(), 'a')).toBe('prepared');
  });

  it('prepares no short text', async () => {
    const work = forLongTexts(
      'test',
      (text: string) => `${text.length}`,
      () => Promise.reject(new Error('not short')),
    );
    await work.prepare('short');
    expect(work('short')).toBe('5');
  });

  it('keeps texts apart that differ in an unpaired surrogate', () => {
    const same = forLongTexts('same', (text: string) => text);
    const text = newText();
    expect([same(`${text}\ud800`), same(`${text}\udbff`)]).toEqual([`${text}\ud800`, `${text}\udbff`]);
  });
});

describe('the thread for long texts', () => {
  it('passes an error on, and the next text is processed', async () => {
    const text = newText();
    const failing = runInThread({ name: 'unknown', text, args: [] });
    const working = runInThread({ name: 'displayContent', text, args: [] });
    await expect(failing).rejects.toThrow('no function named unknown');
    expect(await working).toBe(displayContent(text));
    await expect(runInThread({ name: 'displayContent', text, args: [() => 1] })).rejects.toThrow('cloned');
    expect(await runInThread({ name: 'displayContent', text, args: [] })).toBe(displayContent(text));
  });
});
