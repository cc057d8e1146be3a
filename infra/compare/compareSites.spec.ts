import { pathsOfLog } from './compareSites.ts';

describe('the addresses of an access log', () => {
  it('are those of reads that succeeded, each once', () => {
    const line = (request: string, status: number) => `::1 - - [27/Nov/2026:10:00:00 +0000] "${request}" ${status} 12`;
    const log = [line('GET /a/ HTTP/1.1', 200), line('POST /b HTTP/1.1', 200), line('GET /c HTTP/2', 404)];
    expect(pathsOfLog([...log, ...log].join('\n'), 10)).toEqual(['/a/']);
  });
});
