import { fieldsNotImported, withoutFields } from './handChanges.ts';
import { readItem } from './importItem.ts';

describe('a field that imports leave to people', () => {
  it('is every field that an import was not the last to write', () => {
    const byImport = (...fields: string[]) => ({ fields, byImport: true });
    const byHand = (...fields: string[]) => ({ fields, byImport: false });
    expect([
      ...fieldsNotImported([byImport('title', 'cost', 'content'), byHand('title', 'cost'), byImport('cost')]),
    ]).toEqual(['title']);
    expect([...fieldsNotImported([byHand('title'), byImport('title'), byHand('title')])]).toEqual(['title']);
    expect([...fieldsNotImported([])]).toEqual([]);
  });

  it('is the whole schedule if a part of it was changed by hand, and the whole cost', () => {
    const sent = {
      title: 'Fair',
      start_date: '2033-05-01',
      end_date: '2033-05-02',
      timezone: 'UTC',
      cost: '5',
      currency_symbol: '€',
      categories: ['Sea'],
      venue: { venue: 'Pier' },
      organizer: { organizer: 'Band' },
    };
    const item = readItem(sent, 'publish');
    const { values, ...links } = withoutFields(item, new Set(['endUtc', 'cost', 'venues', 'categories']));
    expect(Object.keys(values).toSorted()).toEqual(['status', 'title']);
    expect(links).toMatchObject({ categories: undefined, venues: undefined, organizers: item.organizers });
    expect(withoutFields(item, new Set())).toEqual(item);
  });
});
