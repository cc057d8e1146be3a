import { serveTranslation, type TestService } from '../testing.contract.ts';
import { digestOf, STORED_TEXT_KIND, TEXTS, unitTexts } from './unitTexts.ts';

/** A text of the largest size that an event holds. */
const LARGEST_INLINE_TEXT = 'ä'.repeat(32 * 1_024);

describe('the texts of units', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveTranslation();
  });
  afterEach(() => served.stop());

  const kept = async () => (await served.entries.list(TEXTS)).map(({ id }) => id);

  it('are in events up to 64 KiB, and beside the log by their hash beyond', async () => {
    const texts = ['', 'Fair', LARGEST_INLINE_TEXT, `${LARGEST_INLINE_TEXT}!`];
    const stored = await unitTexts(served.translation).keep(texts);
    expect(stored).toEqual([...texts.slice(0, 3), { hash: expect.any(String) }]);
    expect(await kept()).toEqual([digestOf(`${LARGEST_INLINE_TEXT}!`)]);
    expect(await unitTexts(served.translation).read(stored)).toEqual(texts);
  });

  it('are all beside the log on request, except for empty ones', async () => {
    const texts = ['Fair', '', 'Market'];
    const stored = await unitTexts(served.translation).keep(texts, true);
    expect(stored).toEqual([{ hash: digestOf('Fair') }, '', { hash: digestOf('Market') }]);
    expect(await unitTexts(served.translation).read(stored)).toEqual(texts);
    expect(await served.entries.list(STORED_TEXT_KIND)).toMatchObject(
      ['Fair', 'Market']
        .map((text) => ({ id: digestOf(text), body: { at: served.now().getTime() } }))
        .sort((one, other) => (one.id < other.id ? -1 : 1)),
    );
  });

  it('are recognised by the same digest wherever they are stored', async () => {
    const [stored = ''] = await unitTexts(served.translation).keep(['Fair'], true);
    expect(digestOf(stored)).toBe(digestOf('Fair'));
    expect(digestOf('fair')).not.toBe(digestOf('Fair'));
  });

  it('cannot be read once they are deleted', async () => {
    await expect(unitTexts(served.translation).read(['Fair', { hash: 'none' }])).rejects.toThrow(
      'the text none is not kept',
    );
  });
});
