import {
  dayText,
  dayTimeSeparator,
  fullDayText,
  monthText,
  shortDayText,
  shortMonthText,
  timeText,
  weekdayText,
  weekStart,
  zoneText,
} from './dateText.ts';
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

  it.each([
    ['fr-ca', '2 juin 2031', '19 h 30'],
    ['de', '2. Juni 2031', '19:30'],
    ['ar', '2 يونيو 2031', '7:30 م'],
    ['fa', '۲ ژوئن ۲۰۳۱', '۱۹:۳۰'],
    ['zh-hant', '2031年6月2日', '晚上7:30'],
  ])('are written as usual in %s', (language, day, time) => {
    const { site } = renderContextFor();
    expect([dayText(clock, { site, language }), timeText(clock, { site, language })]).toEqual([day, time]);
  });

  it('have an ordinal on the first day where a language writes one', () => {
    const first = (language: string) => fullDayText('2031-06-01 10:00:00', renderContextFor(language));
    expect([first('fr-ca'), first('es-us')]).toEqual(['dimanche 1er juin 2031', 'domingo, 1 de junio de 2031']);
    const french = renderContextFor('fr-ca');
    expect(dayText('2031-06-01 10:00:00', french)).toBe('1er juin 2031');
    expect(dayText('2031-06-11 10:00:00', french)).toBe('11 juin 2031');
  });

  it.each([
    ['America/Toronto', 'en', 'EDT'],
    ['America/Toronto', 'fr-ca', 'HAE'],
    ['Europe/Berlin', 'de', 'MESZ'],
    ['Europe/Berlin', 'en', 'CEST'],
    ['UTC', 'en', 'UTC'],
  ])('name the zone %s in %s', (zone, language, name) => {
    expect(zoneText(zone, '2031-06-02 23:30:00', { language })).toBe(name);
  });

  it.each([
    ['en', ', '],
    ['fr-ca', ', '],
    ['ar', '، '],
    ['zh-hant', ' '],
    ['ru', ', '],
  ])('are separated from times as in %s', (language, separator) => {
    expect(dayTimeSeparator({ language })).toBe(separator);
  });

  it('ignore the default formats in an own language that is not English', () => {
    const own = renderContextFor('fr-ca', { default_language: 'fr-ca' });
    expect([dayText(clock, own), timeText(clock, own)]).toEqual(['2 juin 2031', '19 h 30']);
    const settings = { date_format: 'j. F Y', time_format: 'H:i' };
    const chosen = renderContextFor('fr-ca', { default_language: 'fr-ca', settings });
    expect([dayText(clock, chosen), timeText(clock, chosen)]).toEqual(['2. juin 2031', '19:30']);
  });
});

describe('the first day of weeks', () => {
  it.each([
    ['en', 1],
    ['en-ca', 1],
    ['fr-ca', 0],
    ['de', 1],
    ['ar', 6],
    ['pt-br', 0],
  ])('is that of the region of %s if the site configures none: %d', (language, day) => {
    const { site } = renderContextFor();
    expect(weekStart({ site, language })).toBe(day);
  });

  it('is Monday in every language if the site says so', () => {
    const { site } = renderContextFor('en', { settings: { start_of_week_in_every_language: true } });
    expect(['en', 'fr-ca', 'ar'].map((language) => weekStart({ site, language }))).toEqual([1, 1, 1]);
  });

  it('is the one that the site configures, in every language', () => {
    const { site } = renderContextFor('en', { settings: { start_of_week: 3 } });
    expect(['en', 'fr-ca', 'ar'].map((language) => weekStart({ site, language }))).toEqual([3, 3, 3]);
  });
});
