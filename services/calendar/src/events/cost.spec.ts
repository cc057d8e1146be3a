import { type Cost, costValues, displayCost, isSentCost, noCost, parseCost, type SentCost } from './cost.ts';

const costOf = (sent: SentCost): Cost => ({ ...noCost, ...parseCost(sent) });
const site = { symbol: '$', position: 'prefix' } as const;

describe('the cost of an event', () => {
  // sent, displayed, values, stored symbol, its position
  const cases: [SentCost, string, string[], string, string][] = [
    ['20', '$20', ['20'], '', ''],
    [20, '$20', ['20'], '', ''],
    [15.5, '$15.5', ['15.5'], '', ''],
    ['$20.50', '$20.50', ['20.50'], '$', 'prefix'],
    ['20$', '20$', ['20'], '$', 'postfix'],
    ['€ 15', '€15', ['15'], '€', 'prefix'],
    ['15 EUR', '15EUR', ['15'], 'EUR', 'postfix'],
    ['CA$ 15', 'CA$15', ['15'], 'CA$', 'prefix'],
    ['150 kr', '150kr', ['150'], 'kr', 'postfix'],
    ['0', 'Free', ['0'], '', ''],
    ['0.00', 'Free', ['0'], '', ''],
    ['$0', 'Free', ['0'], '$', 'prefix'],
    ['Free', 'Free', ['free'], '', ''],
    ['TBD', 'TBD', ['tbd'], '', ''],
    ['10-20', '$10 – $20', ['10', '20'], '', ''],
    ['from 5 to 10', '$5 – $10', ['5', '10'], '', ''],
    ['€10 - €20', '€10 – €20', ['10', '20'], '€', 'prefix'],
    ['€10-20', '€10 – €20', ['10', '20'], '€', 'prefix'],
    ['1,000', '$1,000', ['1000'], '', ''],
    ['20,50', '$20,50', ['20.50'], '', ''],
    ['1,234.56', '$1,234.56', ['1234.56'], '', ''],
    ['1.234,56 €', '1.234,56€', ['1234.56'], '€', 'postfix'],
    ['1 000 $', '1 000$', ['1000'], '$', 'postfix'],
    ['$1 000', '$1 000', ['1000'], '$', 'prefix'],
    ['1\u00a0234,56\u00a0€', '1\u00a0234,56€', ['1234.56'], '€', 'postfix'],
    ['1.234,56\u202f€', '1.234,56€', ['1234.56'], '€', 'postfix'],
    ['12\u202f345\u2009678,9 kr', '12\u202f345\u2009678,9kr', ['12345678.9'], 'kr', 'postfix'],
    ["CHF 1'234.50", "CHF1'234.50", ['1234.50'], 'CHF', 'prefix'],
    ['1’000 – 2’000', '$1’000 – $2’000', ['1000', '2000'], '', ''],
    ['5 to 1 000', '$5 – $1 000', ['5', '1000'], '', ''],
    ['2031 100', '$100 – $2031', ['100', '2031'], '', ''],
    ['5 1000', '$5 – $1000', ['5', '1000'], '', ''],
    ['1,234,567', '$1,234,567', ['1234567'], '', ''],
    [['0$', '20$', '30$'], 'Free – 30$', ['0', '20', '30'], '$', 'postfix'],
    [['30$', '0$', '20$'], 'Free – 30$', ['0', '20', '30'], '$', 'postfix'],
    [['$5', '10'], '$5 – $10', ['5', '10'], '', ''],
    [['Free', '20'], 'Free – $20', ['free', '20'], '', ''],
    ['-5', '-$5', ['-5'], '', ''],
    ['.50', '$.50', ['.50'], '', ''],
    ['$.50', '$.50', ['.50'], '$', 'prefix'],
    ['.75-1', '$.75 – $1', ['.75', '1'], '', ''],
    ['no.5', '$5', ['5'], '', ''],
    ['9', '$9', ['9'], '', ''],
    [['9', '10'], '$9 – $10', ['9', '10'], '', ''],
    ['20 per person', '$20', ['20'], '', ''],
    ['', '', [], '', ''],
    [[], '', [], '', ''],
  ];
  it.each(cases)('is shown: %j as %s', (sent, shown, values, symbol, position) => {
    expect(isSentCost(sent)).toBe(true);
    const cost = costOf(sent);
    expect(displayCost(cost, site)).toBe(shown);
    expect(costValues(cost)).toEqual(values);
    expect({ symbol: cost.symbol, position: cost.position }).toEqual({ symbol, position });
  });

  it.each([[true], [{ a: 1 }], [[['1']]], [null], [Number.NaN]])('refuses %j', (sent) => {
    expect(isSentCost(sent)).toBe(false);
  });

  it('has the currency symbol at the site’s position', () => {
    expect(displayCost(costOf('20'), { symbol: 'zł', position: 'postfix' })).toBe('20zł');
  });
});
