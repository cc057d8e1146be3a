import type { SpecAnswer } from './askService.ts';
import type { Method, Route } from './route.ts';

/** A record as clients write it. */
export interface WrittenRecord {
  readonly path: string;
  /** The path of the record's tag; default: the same path. */
  readonly read?: string;
  readonly body?: object;
  /** Another write of the record, which makes its tags stale. */
  readonly change: readonly [method: Method, path: string, body: object];
  /** The path of a missing record, if the path names one. */
  readonly missing?: string;
}

/** A running service in a spec; its caller has every right. */
export interface WritingService {
  ask(
    method: Method,
    path: string,
    asking?: { readonly body?: object | undefined; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<SpecAnswer>;
  readonly store: { last(): Promise<number> };
  stop(): Promise<void>;
}

/** Creates the first record of a kind, or for 1 another one; if the kind has no other, one of another kind. */
type MakeRecord<Service> = (service: Service, n: 0 | 1) => Promise<WrittenRecord>;

export interface IfMatchSubjects<Service extends WritingService> {
  readonly routes: readonly Route[];
  serve(): Promise<Service>;
  /** Creates the records that routes write, by the routes' namespace and path. */
  readonly records: Readonly<Record<string, MakeRecord<Service>>>;
  /** The other writing routes: the records that they create, or write together, have no version to compare. */
  readonly withoutRecord: readonly string[];
}

const writes = (routes: readonly Route[]): { readonly method: Method; readonly path: string }[] =>
  routes
    .filter(({ hidden }) => hidden !== true)
    .flatMap(({ methods, namespace, path }) => methods.map((method) => ({ method, path: `${namespace}${path}` })))
    .filter(({ method }) => method !== 'GET');

/** Checks that every write of a record honours `If-Match` (docs/interface/server.md §16). */
export const ifMatchContract = <Service extends WritingService>(subjects: IfMatchSubjects<Service>): void => {
  const { routes, serve, records, withoutRecord } = subjects;
  const written = writes(routes);
  const ofOne = written.filter(({ path }) => Object.hasOwn(records, path));

  describe('If-Match', () => {
    let service: Service;
    beforeEach(async () => {
      service = await serve();
    });
    afterEach(() => service.stop());

    const make = (path: string, n: 0 | 1) => (records[path] as MakeRecord<Service>)(service, n);
    const write = (method: Method, path: string, { body }: WrittenRecord, tag: string) =>
      service.ask(method, path, {
        body: method === 'DELETE' ? undefined : body,
        headers: { 'if-match': tag },
      });
    const tagOf = async ({ path, read = path }: WrittenRecord): Promise<string> => {
      const tag = (await service.ask('GET', read)).headers.get('etag') ?? '';
      expect([read, tag]).toEqual([read, expect.stringMatching(/^"\d+-/)]);
      return tag;
    };

    it('is tested for every route that writes a record', () => {
      const others = written.filter((each) => !ofOne.includes(each)).map(({ method, path }) => `${method} ${path}`);
      expect(others.sort()).toEqual([...withoutRecord].sort());
    });

    it.each(ofOne)(
      'protects the target of $method $path from clients that do not know its version',
      async ({ method, path }) => {
        const [record, another] = [await make(path, 0), await make(path, 1)];
        const [first, others] = [await tagOf(record), await tagOf(another)];
        const [change, changed, body] = record.change;
        expect((await service.ask(change, changed, { body })).status).toBe(200);
        const current = await tagOf(record);
        const ofAnother = [others, others.replace(/\d+/, String(/\d+/.exec(current)))];
        const invented = current.replace(/-[\w-]{16}-/, '-AAAAAAAAAAAAAAAA-');
        const before = await service.store.last();
        for (const tag of [first, ...ofAnother, invented, `W/${current}`, '"1"', 'nonsense', '']) {
          const refused = await write(method, record.path, record, tag);
          expect([tag, refused.status, refused.body.code]).toEqual([tag, 412, 'rest_precondition_failed']);
        }
        expect(await service.store.last()).toBe(before);
        const { status, body: accepted } = await write(method, record.path, record, current);
        expect([status, accepted]).toEqual([200, expect.anything()]);
      },
    );

    it.each(ofOne)('* lets $method $path write an existing record', async ({ method, path }) => {
      const record = await make(path, 0);
      expect((await write(method, record.path, record, '*')).status).toBe(200);
    });

    const named = ofOne.filter(({ path }) => path.includes('{'));
    it.each(named)('is judged after the existence of the record for $method $path', async ({ method, path }) => {
      const record = await make(path, 0);
      for (const tag of ['nonsense', '"1-x"', '*'])
        expect((await write(method, String(record.missing), record, tag)).status).toBe(404);
    });
  });
};
