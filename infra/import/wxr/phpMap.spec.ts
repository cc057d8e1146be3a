import { phpMap } from './phpMap.ts';

describe('a serialized PHP array', () => {
  it('gives its plain entries', () => {
    expect([...phpMap('a:2:{s:2:"en";i:30;s:6:"locale";s:5:"fr_FR";}')]).toEqual([
      ['en', '30'],
      ['locale', 'fr_FR'],
    ]);
    expect(phpMap('no array').size).toBe(0);
  });
});
