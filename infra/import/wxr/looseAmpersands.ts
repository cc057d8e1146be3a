import type { Source } from '../textFile.ts';

/** Begins no reference; exports have it in addresses. */
const LOOSE = /&(?!#?\w+;)/g;
/** What ends where a section of characters begins, and the other way round. */
const OUTSIDE = { end: '<![CDATA[', cut: /(?:&#?\w{0,40}|<(?:!(?:\[[CDAT]{0,5})?)?)$/ };
const SECTION = { end: ']]>', cut: /\]{1,2}$/ };

/** A site export in pieces, its ampersands outside of sections of characters as XML has them. */
export async function* withoutLooseAmpersands(source: Source): AsyncGenerator<string> {
  let within = OUTSIDE;
  let carried = '';
  const mended = (text: string): string => (within === SECTION ? text : text.replace(LOOSE, '&amp;'));
  for await (const piece of source()) {
    let [done, rest] = ['', carried + piece];
    for (let end = rest.indexOf(within.end); end >= 0; end = rest.indexOf(within.end)) {
      const next = end + within.end.length;
      done += mended(rest.slice(0, next));
      rest = rest.slice(next);
      within = within === OUTSIDE ? SECTION : OUTSIDE;
    }
    // what is cut at the end of a piece is read with the next one
    carried = within.cut.exec(rest)?.[0] ?? '';
    yield done + mended(rest.slice(0, rest.length - carried.length));
  }
  yield mended(carried);
}
