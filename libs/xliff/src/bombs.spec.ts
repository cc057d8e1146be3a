import { XliffFault } from './fault.ts';
import { readXliff, XLIFF_BOUNDS } from './read.ts';

const ROOT = '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">';
const MEBIBYTE = 1024 * 1024;
const ROOT_20 = '<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="fr">';
const MARKUP = `<originalData><data id="d">${'x'.repeat(MEBIBYTE)}</data></originalData>`;
const UNIT_20 = `${ROOT_20}<file><unit id="a">${MARKUP}<segment><source>`;

/** Fills a file up to the size limit, so that the text before the fault is as long as possible. */
const filled = (piece: string, before: string = ROOT) =>
  Buffer.from(before + piece.repeat(Math.floor((XLIFF_BOUNDS.bytes - before.length) / piece.length)));

const lol = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`).join('');

describe('an XML bomb', () => {
  test.each<[string, Uint8Array]>([
    ['entities of entities', Buffer.from(`<!DOCTYPE x [<!ENTITY l0 "lol">${lol}]>${ROOT}<file>&l9;</file></xliff>`)],
    ['a DOCTYPE without end', filled('<!ENTITY a "b">', '<!DOCTYPE x [')],
    ['depth', filled('<file>')],
    ['elements', filled('<a/>')],
    ['attributes', filled(' xmlns:a="b"', `${ROOT}<file`)],
    [
      'different attributes',
      Buffer.from(`${ROOT}<file ${Array.from({ length: 300_000 }, (_, n) => `a${n}=""`).join(' ')}>`),
    ],
    ['a name', filled('a', `${ROOT}<`)],
    ['an entity', filled('a', `${ROOT}&`)],
    ['a comment', filled('-a', `${ROOT}<!--`)],
    ['a text', filled('&lt;]]', `${ROOT}<file><body><trans-unit id="a"><source>`)],
    ['codes that stand for the same markup', filled('<ph dataRef="d"/>', UNIT_20)],
    ['pairs of codes that stand for the same markup', filled('<pc dataRefStart="d" dataRefEnd="d"/>', UNIT_20)],
    ['size', Buffer.alloc(XLIFF_BOUNDS.bytes + 1, ' ')],
  ])('is refused, with time and memory like any file of its size: %s', (_, content) => {
    const [before, began] = [process.memoryUsage().rss, process.cpuUsage()];
    expect(() => readXliff(content)).toThrow(XliffFault);
    const used = process.cpuUsage(began);
    expect((used.user + used.system) / 1e6).toBeLessThan(10);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * MEBIBYTE);
  });
});
