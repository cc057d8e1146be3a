import { basic, FakeCore, type GatewayUnderTest, startGateway } from './testing/fakeServices.ts';

const core = new FakeCore();
let site: GatewayUnderTest;
const WRONG = { authorization: basic('ada', 'wrong') };

beforeAll(async () => {
  await core.start();
  site = await startGateway(new Map([['core', core.address]]));
});
afterAll(async () => {
  await site.stop();
  await core.stop();
});

const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`${site.origin}/en/json${path}`, init);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

describe('a refusal of the gateway’s own', () => {
  it.each([
    ['/nobody/v1/things?_envelope', {}, 404, 'rest_no_route'],
    ['/core/v2/posts?_envelope=0', { headers: WRONG }, 401, 'incorrect_password'],
  ])('comes in an envelope: %s', async (path, init, status, code) => {
    const answer = await ask(path, init);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({ status, headers: [], body: { code, data: { status } } });
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  });

  it('comes as a script, or pretty', async () => {
    const script = await ask('/nobody/v1/things?_jsonp=a.b');
    expect([script.status, script.headers.get('content-type')]).toEqual([404, 'application/javascript; charset=UTF-8']);
    expect(script.text).toMatch(/^\/\*\*\/a\.b\(\{"code":"rest_no_route"/);
    expect((await ask('/nobody/v1/things?_pretty')).text).toContain('\n    "code"');
  });

  it('names a wrong callback before any other fault', async () => {
    for (const path of ['/core/v2/posts?_jsonp=a-b', '/nobody/v1/things?_jsonp[]=a']) {
      const { status, text } = await ask(path, { headers: WRONG });
      expect([status, JSON.parse(text).code]).toEqual([400, 'rest_callback_invalid']);
    }
  });

  it('has no body for HEAD', async () => {
    const { status, text, headers } = await ask('/nobody/v1/things', { method: 'HEAD' });
    expect([status, text, Number(headers.get('content-length')) > 0]).toEqual([404, '', true]);
  });
});

describe('the nonce of a form', () => {
  it('is checked for a visitor too', async () => {
    const { status, text } = await ask('/core/v2/posts', {
      method: 'POST',
      body: new URLSearchParams({ _core_nonce: 'x' }),
    });
    expect([status, JSON.parse(text).code]).toEqual([403, 'rest_cookie_invalid_nonce']);
  });
});
