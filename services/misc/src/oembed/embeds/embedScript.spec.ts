import { createContext, runInContext } from 'node:vm';
import { embedScript } from './embedScript.ts';

const SECRET = 'abcdefghij';

/** Returns a fake page with the parts that the script uses. */
const page = () => {
  const frame = {
    contentWindow: {},
    src: 'https://site.test/one/embed/#?secret=x',
    height: '200',
    shown: false,
    removeAttribute: () => {
      frame.shown = true;
    },
  };
  const quote = { style: { display: '' } };
  const top = { location: { href: '' } };
  let hear = (_event: object): void => undefined;
  let listeners = 0;
  const document = {
    activeElement: undefined as unknown,
    createElement: () => {
      const link = {
        href: '',
        get host() {
          return new URL(link.href).host;
        },
      };
      return link;
    },
    querySelectorAll: (selector: string) => {
      if (!selector.endsWith(`.core-embedded-content[data-secret="${SECRET}"]`)) return [];
      return selector.startsWith('iframe') ? [frame] : [quote];
    },
  };
  const addEventListener = (_name: string, listener: typeof hear): void => {
    listeners++;
    hear = listener;
  };
  const window = { addEventListener, top };
  const context = createContext({ window, document });
  const run = (): unknown => runInContext(embedScript, context);
  run();
  const say = (data: unknown, source: unknown = frame.contentWindow): void => hear({ data, source });
  return { frame, quote, top, document, run, say, listeners: () => listeners };
};

const message = (more: object) => ({ secret: SECRET, ...more });

describe('the embed script', () => {
  it('replaces the quotation by the frame when that speaks', () => {
    const { frame, quote, say } = page();
    say(message({ message: 'ready' }));
    expect([frame.shown, quote.style.display]).toEqual([true, 'none']);
  });

  it.each([
    [450, '450'],
    ['450px', '450'],
    [5_000, '1000'],
    [1, '200'],
    ['tall', '200'],
  ])('sets the height that the frame names, within bounds: %j', (value, height) => {
    const { frame, say } = page();
    say(message({ message: 'height', value }));
    expect(frame.height).toBe(height);
  });

  it('follows a link to the frame’s own site, if the reader has used the frame', () => {
    const { frame, top, document, say } = page();
    const link = (value: string) => say(message({ message: 'link', value }));
    link('https://site.test/two/');
    expect(top.location.href).toBe('');
    document.activeElement = frame;
    link('https://other.test/');
    link('javascript:alert(1)');
    expect(top.location.href).toBe('');
    link('https://site.test/two/');
    expect(top.location.href).toBe('https://site.test/two/');
  });

  it.each([
    undefined,
    'text',
    { message: 'ready' },
    { secret: '"]', message: 'ready' },
    { secret: SECRET },
    { secret: 'bbbbbbbbbb', message: 'ready' },
  ])('ignores %j', (data) => {
    const { frame, say } = page();
    say(data);
    expect(frame.shown).toBe(false);
  });

  it('ignores another window, and runs once', () => {
    const { frame, say, run, listeners } = page();
    say(message({ message: 'ready' }), {});
    run();
    expect([frame.shown, listeners()]).toEqual([false, 1]);
  });

  it('may stand in an element of its own', () => {
    expect(embedScript).not.toMatch(/<\/script|<!--/i);
  });
});
