import { dayText, fullDayText, monthText, shortDayText, shortMonthText, timeText, weekdayText } from './dateText.ts';
import { renderContextFor } from './testing.ts';

const clock = '2031-06-02 19:30:00';

describe('dates on pages', () => {
  it('are written as the site configures for its own language', () => {
    const own = renderContextFor('en-ca', { settings: { date_format: 'Y/m/d', time_format: 'H:i' } });
    expect([dayText(clock, own), timeText(clock, own)]).toEqual(['2031/06/02', '19:30']);
  });

  it('are written as usual in others', () => {
    const french = renderContextFor('fr-ca');
    expect([dayText(clock, french), timeText(clock, french)]).toEqual(['2 juin 2031', '19 h 30']);
    expect(fullDayText(clock, french)).toBe('lundi 2 juin 2031');
    expect(monthText(Temporal.PlainYearMonth.from('2031-06'), renderContextFor('es-us'))).toBe('junio de 2031');
    expect(shortMonthText(clock, french)).toBe('juin');
    const day = Temporal.PlainDate.from('2031-06-02');
    expect([shortDayText(day, renderContextFor('en')), weekdayText(day, 'long', french)]).toEqual([
      'Mon, Jun 2',
      'lundi',
    ]);
  });
});
