import { catalogueFaults, createTexts } from '@almanac/i18n';
import { type RouteDescriptions, restCatalogues } from '@almanac/rest';
import { embedMessages } from '../embeds/embedAddress.ts';
import { limitedMessages } from '../limited.ts';
import { budgetMessages } from '../providers/lookUpBudget.ts';
import { renderMessages } from '../rendering/renderContent.ts';
import { type Served, serveMisc } from '../testing.contract.ts';
import { catalogues } from './catalogues.ts';

describe('the texts of the small namespaces', () => {
  let misc: Served;
  beforeAll(async () => {
    misc = await serveMisc();
  });
  afterAll(() => misc.stop());

  const descriptions = async (): Promise<string[]> => {
    const { body } = await misc.ask('/internal/routes');
    const { namespaces } = body as RouteDescriptions;
    return Object.values(namespaces)
      .flatMap((routes) => Object.values(routes))
      .flatMap(({ summaries, endpoints }) => [
        ...summaries,
        ...endpoints.flatMap(({ args }) => Object.values(args).map(({ description }) => String(description))),
      ]);
  };

  it('are translated with all their placeholders', async () => {
    const texts = [embedMessages, budgetMessages, limitedMessages, renderMessages].flatMap(Object.values<string>);
    const all = [...(await descriptions()), ...texts];
    expect(all.length).toBeGreaterThanOrEqual(12);
    expect(catalogueFaults(all, catalogues, restCatalogues)).toEqual([]);
    expect(createTexts(catalogues).text('The address of the page.', 'es-us')).toBe('La dirección de la página.');
  });
});
