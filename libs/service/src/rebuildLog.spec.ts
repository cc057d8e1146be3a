import { logRebuild } from './rebuildLog.ts';

describe('the log of a rebuild', () => {
  it('says every ten seconds how far the rebuild is', () => {
    const lines: unknown[][] = [];
    let now = 0;
    const report = logRebuild({ info: (...line: unknown[]) => void lines.push(line) }, () => now);
    for (let position = 1; position <= 25; position++) {
      now += 1_000;
      report({ position, last: 30, events: position });
    }
    expect(lines).toEqual([
      [{ position: 10, last: 30 }, 'rebuilding documents'],
      [{ position: 20, last: 30 }, 'rebuilding documents'],
    ]);
  });
});
