import { roles } from '@almanac/identity';
import type { RouteDescriptions } from '@almanac/rest';
import { testNames } from './health/testNames.ts';
import { operationsRights } from './ops/maintenance/operationsRights.contract.ts';
import { routesOf } from './service.ts';
import { type Asker, miscUnderTest, ORIGIN, serveMisc, type TestService } from './testing.contract.ts';

const askers: readonly Asker[] = [...roles, 'visitor'];
const writers: readonly Asker[] = ['administrator', 'editor', 'author', 'contributor'];
const administrators: readonly Asker[] = ['administrator'];
const editors: readonly Asker[] = ['administrator', 'editor'];

/** Expected permissions of a route: permitted roles, the request, and the answers to permitted and other roles. */
interface Right {
  readonly who: readonly Asker[];
  readonly body?: object;
  readonly query?: string;
  /** Answer to permitted roles; without it, any answer except 401 and 403. */
  readonly allowed?: readonly [status: number, code?: string];
  readonly refusal?: string;
}

const embedding = { query: `?url=${ORIGIN}/none/`, allowed: [404, 'oembed_invalid_url'] } as const;
const noPopup = { who: editors, allowed: [404, 'popup_not_found'] } as const;

const noPlugin = {
  who: administrators,
  allowed: [404, 'rest_plugin_not_found'],
  refusal: 'rest_cannot_manage_plugins',
} as const;
const noPackage = { who: administrators, allowed: [404, 'installer_package_not_found'] } as const;

/** Expected permissions by route; a route without a row fails the test. */
const rights: Readonly<Record<string, Right>> = {
  'GET /oembed/1.0/embed': { who: askers, ...embedding },
  'GET /oembed/1.0/proxy': { who: writers, ...embedding },
  ...operationsRights,
  'GET /health/v1/directory-sizes': { who: administrators, allowed: [503, 'rest_service_unavailable'] },
  'GET /health/v1/tests': { who: administrators, allowed: [200] },
  ...Object.fromEntries(
    testNames.map((test) => [`GET /health/v1/tests/${test}`, { who: administrators, allowed: [200] }] as const),
  ),
  'GET /popup/v1/analytics': { who: askers, query: '?event=open&pid=1', allowed: [404, 'popup_not_found'] },
  'GET /popup/v1/active': { who: askers, query: `?url=${ORIGIN}/`, allowed: [200] },
  'GET /popup/v1/popups/{id:\\d+}/stats': noPopup,
  'DELETE /popup/v1/popups/{id:\\d+}/stats': noPopup,
  'GET /popup/v1/popups': { who: editors, allowed: [200] },
  'POST /popup/v1/popups': { who: editors, body: { title: 'Made' }, allowed: [201] },
  'GET /popup/v1/popups/{id:\\d+}': noPopup,
  'POST /popup/v1/popups/{id:\\d+}': noPopup,
  'PUT /popup/v1/popups/{id:\\d+}': noPopup,
  'PATCH /popup/v1/popups/{id:\\d+}': noPopup,
  'DELETE /popup/v1/popups/{id:\\d+}': noPopup,
  'GET /installer/v1/push/fetch-subscription': { who: askers, allowed: [503, 'installer_remote_unavailable'] },
  'GET /installer/v1/subscription': { who: administrators, allowed: [200] },
  'GET /installer/v1/packages': { who: administrators, allowed: [200] },
  'GET /installer/v1/packages/{slug}': noPackage,
  'POST /installer/v1/packages/{slug}': noPackage,
  'PUT /installer/v1/packages/{slug}': noPackage,
  'PATCH /installer/v1/packages/{slug}': noPackage,
  'GET /core/v2/plugins': { who: administrators, allowed: [200], refusal: 'rest_cannot_view_plugins' },
  'POST /core/v2/plugins': {
    who: administrators,
    body: { slug: 'x' },
    allowed: [404, 'plugins_api_failed'],
    refusal: 'rest_cannot_install_plugin',
  },
  'GET /core/v2/plugins/{folder}/{slug}': {
    who: administrators,
    allowed: [404, 'rest_plugin_not_found'],
    refusal: 'rest_cannot_view_plugins',
  },
  'POST /core/v2/plugins/{folder}/{slug}': noPlugin,
  'PUT /core/v2/plugins/{folder}/{slug}': noPlugin,
  'PATCH /core/v2/plugins/{folder}/{slug}': noPlugin,
  'POST /builder/rendered_content': { who: writers, body: { content: 'x' }, allowed: [200] },
  'GET /builder/social/media': { who: askers, allowed: [503, 'social_remote_unavailable'] },
  'GET /builder/social/{id:\\d+}/children': { who: askers, allowed: [503, 'social_remote_unavailable'] },
  'GET /builder/social/account': { who: administrators, allowed: [200] },
  'POST /builder/social/account': {
    who: administrators,
    body: { access_token: 'token' },
    allowed: [503, 'social_remote_unavailable'],
  },
  'DELETE /builder/social/account': { who: administrators, allowed: [409, 'social_not_connected'] },
  'POST /login/v1/mfa/send-code': {
    who: askers,
    body: { token: 't', secret: 's' },
    allowed: [403, 'login_mfa_forbidden'],
  },
  'GET /login/v1/settings': { who: administrators, allowed: [200] },
  'POST /login/v1/settings': { who: administrators, body: {}, allowed: [200] },
  'GET /editor/v1/url-details': {
    who: writers,
    query: `?url=${ORIGIN}/none/`,
    allowed: [404, 'no_response'],
    refusal: 'rest_cannot_view_url_details',
  },
};

const targetOf = (path: string): string => path.replace(/\{\w*id:\\d\+\}/, '1').replaceAll(/\{\w+\}/g, 'none');

const rows = Object.entries(rights).map(([name, right]) => {
  const [method = '', path = ''] = name.split(' ');
  return { name, method, path: targetOf(path), ...right };
});

describe('the rights matrix', () => {
  it('covers every route', () => {
    const routes = routesOf(miscUnderTest()).filter(({ hidden }) => !hidden);
    const named = routes.flatMap(({ methods, namespace, path }) =>
      methods.map((method) => `${method} /${namespace}${path}`),
    );
    expect(Object.keys(rights).sort()).toEqual(named.sort());
  });

  describe.each(askers)('%s', (as) => {
    let misc: TestService;
    beforeAll(async () => {
      misc = await serveMisc();
    });
    afterAll(() => misc.stop());

    it.each(rows)(
      'decides $name',
      async ({ method, path, who, query = '', allowed, refusal = 'rest_forbidden', body }) => {
        const { status, body: answer } = await misc.ask(`${path}${query}`, { as, method, ...(body && { body }) });
        const said = [status, answer?.code];
        if (!who.includes(as)) expect(said).toEqual([as === 'visitor' ? 401 : 403, refusal]);
        else if (allowed === undefined) expect([401, 403]).not.toContain(status);
        else expect(said).toEqual([allowed[0], allowed[1]]);
      },
    );

    it('shows allowed methods in OPTIONS', async () => {
      for (const path of new Set(rows.map((row) => row.path))) {
        const own = rows.filter((row) => row.path === path && row.who.includes(as));
        const { status, headers } = await misc.ask(path, { as, method: 'OPTIONS' });
        const methods = own.map(({ method }) => method).sort();
        expect([path, status, headers.get('allow')?.split(', ').sort() ?? []]).toEqual([path, 200, methods]);
      }
    });
  });
});

describe('the descriptions of the routes', () => {
  let misc: TestService;
  beforeAll(async () => {
    misc = await serveMisc();
  });
  afterAll(() => misc.stop());

  it('declare their arguments', async () => {
    const { body: proxy } = await misc.ask('/oembed/1.0/proxy', { method: 'OPTIONS' });
    expect(proxy).toMatchObject({
      namespace: 'oembed/1.0',
      methods: ['GET'],
      endpoints: [
        {
          methods: ['GET'],
          args: {
            url: { type: 'string', format: 'uri', required: true },
            format: { type: 'string', default: 'json', enum: ['json', 'xml'], required: false },
            maxwidth: { type: 'integer', default: 600, required: false },
            maxheight: { type: 'integer', required: false },
            discover: { type: 'boolean', default: true, required: false },
          },
        },
      ],
    });
    const embed = (await misc.ask('/oembed/1.0/embed', { method: 'OPTIONS' })).body.endpoints[0].args;
    expect(embed).toMatchObject({
      url: { type: 'string', format: 'uri', required: true },
      format: { default: 'json', required: false },
      maxwidth: { default: 600, required: false },
    });
  });

  it('name the namespaces', async () => {
    const { namespaces } = (await misc.ask('/internal/routes')).body as RouteDescriptions;
    expect(Object.keys(namespaces).sort()).toEqual([
      'builder',
      'builder/social',
      'core/v2',
      'editor/v1',
      'health/v1',
      'installer/v1',
      'login/v1',
      'oembed/1.0',
      'ops/v1',
      'popup/v1',
    ]);
  });
});
