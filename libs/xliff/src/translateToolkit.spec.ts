import { XLIFF_VERSIONS } from './document.ts';
import { matchXliff } from './match.ts';
import { readXliff } from './read.ts';
import { isFinished, UNIT_STATES } from './states.ts';
import { filledByToolkit, lackingToolkit, schemaFaults } from './translateToolkit.contract.ts';
import { writeXliff } from './write.ts';

const lacking = lackingToolkit();
const described = lacking === undefined ? describe : describe.skip;
const by = lacking === undefined ? 'by translate-toolkit' : `by translate-toolkit, skipped: ${lacking}`;

/** Texts as posts and events have them. */
const TEXTS = [
  'Harvest Fair',
  '<!-- wp:paragraph {"align":"left","a":"]]>"} -->\n<p class="lead">One &amp; two &lt; three&nbsp;…</p>\n<!-- /wp:paragraph -->',
  'Line one\nLine two\n\n  indented\ttab',
  '[gallery ids="1,2,3" columns="3"] and %1$s of %2$s, {name}',
  '<a href="https://example.test/?a=1&amp;b=2#c">“Quotes” & \'apostrophes\'</a><br/>',
  '<ul>\n<li>é à ü ß</li>\n<li>漢字 かな</li>\n<li>😀 👩‍👩‍👧</li>\n</ul>',
  '<script>if (a < b && c > d) { alert("]]>"); }</script>',
  '&eacute; &#8217; &amp;amp; <![CDATA[kept]]>',
];

/** Sixty jobs of three units each. */
const jobs = Array.from({ length: 60 }, (_, n) =>
  [0, 1, 2].map((index) => ({
    id: ['title', 'body', 'field-_EventCost-0'][index] as string,
    target: '',
    state: 'initial',
    notes: [],
    source: `${TEXTS[(n + index * 3) % TEXTS.length]} ${n}`,
  })),
);

described(`files that are read and filled ${by}`, () => {
  test.each(XLIFF_VERSIONS)('come back with every unit, in XLIFF %s', (version) => {
    const languages = { sourceLanguage: 'en', targetLanguage: 'fr-CA' };
    const units = jobs.flatMap((job, n) =>
      job.map((unit) => ({ ...unit, id: `${unit.id}/${n}`, state: 'initial' as const })),
    );
    const document = { original: 'jobs', ...languages, reference: 'https://example.test/fair/', units };
    const targets = units.map(({ source }) => source.toUpperCase().replaceAll('E', 'é'));
    const { sources, file } = filledByToolkit(writeXliff(version, document), version, targets);
    expect(sources.map((source) => source.replace(/\s+/g, ' '))).toEqual(
      units.map(({ source }) => source.replace(/\s+/g, ' ')),
    );
    const { units: read, unknown } = matchXliff(readXliff(file), {
      original: 'jobs',
      ...languages,
      sources: new Map(units.map(({ id, source }) => [id, source])),
    });
    expect(unknown).toEqual([]);
    expect([...read.values()].map(({ target }) => target)).toEqual(targets);
    expect([...read.values()].every(isFinished)).toBe(true);
  });

  test.each(XLIFF_VERSIONS)('are valid against the schema of XLIFF %s, in every state', (version) => {
    const units = jobs.flat().map(({ source }, n) => ({
      ...{
        id: `field ${n}/a`,
        source,
        target: n % 3 === 0 ? '' : source,
        state: UNIT_STATES[n % UNIT_STATES.length] ?? 'final',
      },
      notes: n % 2 === 0 ? [{ category: 'name', text: source }] : [],
    }));
    const document = {
      original: 'jobs',
      sourceLanguage: 'en',
      targetLanguage: 'fr-CA',
      reference: 'https://a.test/',
      units,
    };
    expect(schemaFaults(writeXliff(version, document), version)).toBe('');
    const invalid = writeXliff(version, document)
      .replace(/ id="[^"]*"/g, ' id=""')
      .replace('<source>', '<sauce/><source>');
    expect(schemaFaults(invalid, version)).not.toBe('');
  });
});
