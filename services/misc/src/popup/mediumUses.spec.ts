import { serveMisc, type TestService } from '../testing.contract.ts';

let misc: TestService;
beforeEach(async () => {
  misc = await serveMisc();
});
afterEach(() => misc.stop());

const make = async (body: object): Promise<number> =>
  (await misc.ask('/popup/v1/popups', { as: 'editor', method: 'POST', body: { title: 'Hello', ...body } })).body.id;

const ask = (as: 'editor' | 'author' | 'visitor') =>
  misc.ask('/internal/medium-uses', { as, method: 'POST', body: { medium: 7, names: ['7', '2031/05/pier.jpg'] } });

describe('the popups that use a medium', () => {
  it('are shown to editors and counted for others', async () => {
    const id = await make({ content: '<img src="/uploads/2031/05/pier.jpg" alt="">' });
    const former = await make({ content: '<img class="core-image-7" src="/x.jpg" alt="">' });
    await misc.ask(`/popup/v1/popups/${former}`, { as: 'editor', method: 'PATCH', body: { content: 'None' } });
    const use = { type: 'popup', id, title: 'Hello', status: 'draft', language: '', as: ['text'] };
    expect((await ask('editor')).body).toEqual({ total: 1, hidden: 0, uses: [use] });
    expect((await ask('author')).body).toEqual({ total: 1, hidden: 1, uses: [] });
    expect((await ask('visitor')).status).toBe(401);
  });
});
