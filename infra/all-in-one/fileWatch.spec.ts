import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@almanac/documents/sqlite';
import { pino } from 'pino';
import { watchFiles } from './fileWatch.ts';

describe('the watch of database files', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('logs one line each time that a file is lost, until it is stopped', () => {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-watch-'));
    const file = join(folder, 'core.sqlite');
    const database = openDatabase(file);
    const lines: unknown[] = [];
    const log = pino({ base: null, timestamp: false }, { write: (line) => void lines.push(JSON.parse(line)) });
    const watch = watchFiles(database, log);
    const lose = () => renameSync(file, `${file}.aside`);
    const putBack = () => renameSync(`${file}.aside`, file);
    const pass = () => jest.advanceTimersByTime(5_000);
    const reason = `${file} was deleted or moved while it was open`;
    const line = { level: 50, reason, msg: 'the database file is lost; writes are refused' };

    pass();
    expect([watch.lostFile(), lines]).toEqual([undefined, []]);
    lose();
    pass();
    expect([watch.lostFile(), lines]).toEqual([reason, [line]]);
    putBack();
    pass();
    lose();
    pass();
    expect(lines).toEqual([line, line]);
    putBack();
    pass();
    watch.stop();
    lose();
    pass();
    expect(lines).toHaveLength(2);
    putBack();
    database.close();
    rmSync(folder, { recursive: true });
  });
});
