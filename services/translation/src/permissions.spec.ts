import { roles } from '@almanac/identity';
import { routesOf } from './routes.ts';
import { type Asker, type Served, serveTranslation, translationOf } from './testing.contract.ts';

const askers: readonly Asker[] = [...roles, 'visitor'];

const declared = routesOf(translationOf()).flatMap(({ namespace, path, methods }) =>
  methods.map((method) => ({ name: `${method} ${namespace}${path}`, method, path: `/${namespace}${path}` })),
);

const TM = 'i18n/tm/v1';
const WRITES = ['POST', 'PUT', 'PATCH'];
const written = (path: string) => WRITES.map((method) => `${method} ${path}`);

/** Every route; without a record as a translator all are for administrators alone. One without a row fails. */
const administrators = [
  ...['GET', 'POST'].map((method) => `${method} ${TM}/translators`),
  `GET ${TM}/translators/{id:\\d+}`,
  ...written(`${TM}/translators/{id:\\d+}`),
  `DELETE ${TM}/translators/{id:\\d+}`,
];

const targetOf = (path: string): string => path.replace(/\{\w*id:\\d\+\}/, '1');

describe('who may do what', () => {
  it('is said of every route', () => {
    expect(declared.map(({ name }) => name).sort()).toEqual([...administrators].sort());
  });

  describe.each(askers)('%s', (as) => {
    let served: Served;
    beforeAll(async () => {
      served = await serveTranslation();
    });
    afterAll(() => served.stop());

    it.each(declared)('$name', async ({ method, path }) => {
      const body = method === 'GET' ? undefined : { user_id: 4 };
      const { status, body: answer } = await served.ask(method, targetOf(path), { as, body });
      if (as === 'administrator') expect([401, 403]).not.toContain(status);
      else expect([status, answer.code]).toEqual([as === 'visitor' ? 401 : 403, 'rest_forbidden']);
    });
  });
});
