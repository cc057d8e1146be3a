import type { ReceivedSpan } from '@almanac/telemetry/testing';

const ROW = 22;
const TOP = 34;
/** Widths of the names, of the bars and of the space after them. */
const [NAMES, BARS, ENDS] = [430, 560, 70];
const INDENT = 12;
const COLOURS = ['#2f6f9f', '#b5562b', '#3f7d4e', '#7a4f9a', '#9a7b1c', '#a03a5a', '#4d5a66'];

/** Returns a trace as rows: each span below its parent, ordered by start. */
const rowsOf = (spans: readonly ReceivedSpan[]): { readonly span: ReceivedSpan; readonly depth: number }[] => {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const within = (parent: string | undefined, depth: number): ReturnType<typeof rowsOf> =>
    spans
      .filter(({ parentSpanId }) => (parent === undefined ? !ids.has(parentSpanId ?? '') : parentSpanId === parent))
      .sort((one, other) => Number(one.begin - other.begin))
      .flatMap((span) => [{ span, depth }, ...within(span.spanId, depth + 1)]);
  return within(undefined, 0);
};

const escaped = (text: string): string => text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const milliseconds = (nanoseconds: bigint): number => Number(nanoseconds) / 1e6;

/** Draws one trace as SVG: a bar for each span, in the colour of its service. */
export const tracePicture = (spans: readonly ReceivedSpan[]): string => {
  const rows = rowsOf(spans);
  const services = [...new Set(rows.map(({ span }) => span.service))];
  const begin = spans.reduce((least, span) => (span.begin < least ? span.begin : least), spans[0]?.begin ?? 0n);
  const whole = Math.max(...spans.map(({ end }) => milliseconds(end - begin)));
  const at = (time: bigint): number => NAMES + (milliseconds(time - begin) / whole) * BARS;
  const drawn = rows.map(({ span, depth }, row) => {
    const y = TOP + row * ROW;
    const [from, to] = [at(span.begin), at(span.end)];
    const took = `${milliseconds(span.end - span.begin).toFixed(1)} ms`;
    const colour = COLOURS[services.indexOf(span.service) % COLOURS.length];
    const name = `${span.service.replace('almanac-', '')}: ${span.name}`;
    return `<text x="${8 + depth * INDENT}" y="${y + 15}">${escaped(name)}</text>
<rect x="${from.toFixed(1)}" y="${y + 4}" width="${Math.max(1, to - from).toFixed(1)}" height="${ROW - 8}" rx="2" fill="${colour}"/>
<text x="${(to + 4).toFixed(1)}" y="${y + 15}" class="took">${took}</text>`;
  });
  const [width, height] = [NAMES + BARS + ENDS, TOP + rows.length * ROW + 10];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="The trace of one creation of an event">
<style>text{font:12px system-ui,sans-serif;fill:#1c2126}.took{font-size:11px;fill:#555c63}</style>
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="8" y="20">One creation of an event: ${rows.length} spans of ${services.length} parts in ${whole.toFixed(0)} ms</text>
${drawn.join('\n')}
</svg>
`;
};
