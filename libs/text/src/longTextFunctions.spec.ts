import { setImmediate as nextTurn } from 'node:timers/promises';
import { displayContent as displayed } from './displayContent.ts';
import { displayContent, searchableText, storedContent } from './longTextFunctions.ts';
import { storedContent as cleaned } from './storedText.ts';

const QUOTES = '"'.repeat(1_000_000);
const AUTHOR = { unfilteredHtml: false };

describe('a function of long texts', () => {
  it.each([
    ['displays', () => displayContent.prepare(QUOTES)],
    ['folds', () => searchableText.prepare('Ἀ'.repeat(1_000_000))],
    ['cleans', () => storedContent.prepare('<p><ul><li>'.repeat(90_000), AUTHOR)],
  ])('%s a megabyte while the event loop turns', async (_, work) => {
    let turns = 0;
    let isDone = false;
    const done = work().finally(() => {
      isDone = true;
    });
    for (; !isDone; turns++) await nextTurn();
    await done;
    expect(turns).toBeGreaterThan(20);
  });

  it('returns a prepared text as if it were not prepared', async () => {
    const text = `<p>"Quoted"</p>[gallery ids="7"]<script>x</script>${'text '.repeat(10_000)}`;
    const picture = { file: { path: '/uploads/a.jpg', width: 8, height: 6 }, sizes: {}, alt: '', inGalleries: true };
    const media = { site: 'https://site.example', pictures: { 7: picture } };
    await displayContent.prepare(text, { media });
    expect(displayContent(text, { media })).toContain('https://site.example/uploads/a.jpg');
    expect(displayContent(text, { media })).toBe(displayed(text, { media }));
    await storedContent.prepare(text, AUTHOR);
    expect(storedContent(text, AUTHOR)).toBe(cleaned(text, AUTHOR));
  });
});
