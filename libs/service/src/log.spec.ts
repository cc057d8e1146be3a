import { createLog } from './log.ts';

const logged = (record: object, pretty = false): string => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  createLog({ level: 'info', pretty }, destination).child({ service: 'core' }).info(record, 'asked');
  return lines.join('');
};

describe('the log', () => {
  it('is JSON with the time and the service', () => {
    expect(JSON.parse(logged({ status: 200 }))).toMatchObject({
      service: 'core',
      status: 200,
      msg: 'asked',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  it.each(['err', 'error'])('says what went wrong, under %s', (name) => {
    const line = JSON.parse(logged({ [name]: new RangeError('too far') }));
    expect(line[name]).toMatchObject({ type: 'RangeError', message: 'too far', stack: expect.any(String) });
  });

  it('keeps no credentials', () => {
    const line = logged({
      headers: { authorization: 'Basic abc', cookie: 'abc', 'x-almanac-principal': 'abc' },
      user: { account: { password: 'abc' } },
      password: 'abc',
    });
    expect(line).not.toContain('abc');
  });
});
