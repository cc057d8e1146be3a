import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { serviceErrors } from './errors.ts';
import { createLog } from './log.ts';

const logged = (record: object, pretty = false): string => {
  const lines: string[] = [];
  const destination = new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) });
  createLog({ level: 'info', pretty }, destination).child({ service: 'core' }).info(record, 'asked');
  return lines.join('');
};

describe('the log', () => {
  it('is JSON with the time and the service', () => {
    expect(JSON.parse(logged({ status: 200 }))).toMatchObject({
      level: 'info',
      service: 'core',
      status: 200,
      msg: 'asked',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  it('has the time of each line in milliseconds', () => {
    const wallClock = jest.spyOn(Date, 'now');
    const timeAt = (iso: string): string => {
      wallClock.mockReturnValue(Date.parse(iso));
      return JSON.parse(logged({})).time;
    };
    const times = ['2031-06-01T10:00:59.007Z', '2031-06-01T10:00:59.999Z', '2031-06-01T10:01:00.000Z'];
    expect(times.map(timeAt)).toEqual(times);
    // a clock may be set back
    expect(times.toReversed().map(timeAt)).toEqual(times.toReversed());
    wallClock.mockRestore();
  });

  it.each(['err', 'error'])('has the error under %s', (name) => {
    const line = JSON.parse(logged({ [name]: new RangeError('too far') }));
    expect(line[name]).toMatchObject({ type: 'RangeError', message: 'too far', stack: expect.any(String) });
  });

  it('shows people each answered request in one line', () => {
    const answered = { id: 'a1', ip: '::1', who: 'user:7', method: 'GET', url: '/en/json/', status: 200, took: 1.2 };
    const text = stripVTControlCharacters(logged(answered, true));
    expect(text).toMatch(
      /^\[\d\d:\d\d:\d\d\] INFO: \[core\] asked 200 GET \/en\/json\/ in 1\.2 ms, user:7, request a1\n$/,
    );
  });

  it('shows people a message in one line, and errors with their stack', () => {
    expect(stripVTControlCharacters(logged({ lag: 3, topic: 'core' }, true))).toContain(
      '[core] asked lag=3 topic=core\n',
    );
    expect(logged({ error: new RangeError('too far') }, true)).toMatch(/RangeError: too far\n +at /);
  });

  it('has code, message and remedy of an error of a catalogue', () => {
    const err = serviceErrors.serviceUnavailable();
    const { code, message, remedy } = serviceErrors.serviceUnavailable.definition;
    expect(JSON.parse(logged({ err })).err).toMatchObject({ code, message, remedy });
    expect(logged({ err }, true)).toContain(remedy);
  });

  it('drops everything but warnings until it has begun, for its parts too', () => {
    const lines: string[] = [];
    const destination = new Writable({ write: (line, _encoding, done) => done(void lines.push(JSON.parse(line).msg)) });
    let begun = false;
    const log = createLog({ level: 'info', pretty: false, hasBegun: () => begun }, destination).child({
      service: 'core',
    });
    log.info('before');
    log.warn('waiting');
    begun = true;
    log.info('after');
    expect(lines).toEqual(['waiting', 'after']);
  });

  it('contains no credentials', () => {
    const line = logged({
      headers: { authorization: 'Basic abc', cookie: 'abc', 'x-almanac-principal': 'abc' },
      user: { account: { password: 'abc' } },
      password: 'abc',
    });
    expect(line).not.toContain('abc');
  });
});
