import { DomainError } from '@almanac/i18n';
import type { User } from '@almanac/identity';
import type { InternalAnswer, InternalRequest } from '@almanac/service';
import { type Authentication, type AuthenticationOptions, createAuthentication } from './authentication.ts';

const ada: User = { kind: 'user', id: 2, login: 'ada', roles: ['editor'] };
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
const from = (authorization: string | undefined) => ({
  authorization,
  ip: '192.0.2.7',
  language: 'fr-ca',
  correlation: 'c',
});

const answered = (status: number, body: unknown): InternalAnswer => ({ status, body, headers: new Headers() });
const refusal = (code: string) => answered(401, { code, message: 'Non.', data: { status: 401 } });

const createAsked = (answer: (body: unknown) => Promise<InternalAnswer>, more: Partial<AuthenticationOptions> = {}) => {
  const requests: [path: string, init: InternalRequest | undefined][] = [];
  let time = 0;
  const authentication = createAuthentication({
    fetchInternal: (_service, path, init) => {
      requests.push([path, init]);
      return answer(init?.body);
    },
    secret: 'secret',
    now: () => new Date(time),
    ...more,
  });
  const pass = (milliseconds: number): void => {
    time += milliseconds;
  };
  return { authentication, requests, pass };
};

const accepting = (more?: Partial<AuthenticationOptions>) =>
  createAsked(async () => answered(200, { principal: ada }), more);

describe('authentication', () => {
  it.each([undefined, '', 'Bearer abc', 'Basic !!!', basic('no colon'), basic('login:'), basic(':password')])(
    'treats a request without usable credentials as a visitor’s: %s',
    async (authorization) => {
      const { authentication, requests } = accepting();
      expect(await authentication.principalOf(from(authorization))).toEqual({ kind: 'anonymous' });
      expect(requests).toEqual([]);
    },
  );

  it('has core verify credentials, with everything that core needs', async () => {
    const { authentication, requests } = accepting();
    expect(await authentication.principalOf(from(basic('ada:pass:word')))).toEqual(ada);
    expect(requests).toEqual([
      [
        '/internal/authenticate',
        {
          method: 'POST',
          body: { login: 'ada', password: 'pass:word', ip: '192.0.2.7' },
          language: 'fr-ca',
          correlation: 'c',
        },
      ],
    ]);
  });

  it('trusts a verified password for a minute', async () => {
    const { authentication, requests, pass } = accepting();
    for (const wait of [0, 59_999, 1]) {
      pass(wait);
      await authentication.principalOf(from(basic('ada:one')));
    }
    expect(requests).toHaveLength(2);
    await authentication.principalOf(from(basic('ada:two')));
    expect(requests).toHaveLength(3);
  });

  it('asks core once for requests that arrive together', async () => {
    const { authentication, requests } = accepting();
    await Promise.all([1, 2, 3].map(() => authentication.principalOf(from(basic('ada:one')))));
    expect(requests).toHaveLength(1);
  });

  it('asks core whose session it is, and trusts it for a minute', async () => {
    const { authentication, requests, pass } = accepting();
    const asking = { language: 'en', correlation: 'c' };
    for (const wait of [0, 59_999, 1]) {
      pass(wait);
      expect(await authentication.userOfSession('one', asking)).toEqual(ada);
    }
    expect(requests).toEqual(
      Array(2).fill(['/internal/session', { method: 'POST', body: { session: 'one' }, ...asking }]),
    );
    authentication.forget(2);
    await authentication.userOfSession('one', asking);
    expect(requests).toHaveLength(3);
  });

  it('treats a session that is over as a visitor’s, and asks for it again', async () => {
    const { authentication, requests } = createAsked(async () => answered(200, { principal: { kind: 'anonymous' } }));
    for (const turn of [1, 2]) {
      expect(await authentication.userOfSession('one', { language: 'en', correlation: 'c' })).toEqual({
        kind: 'anonymous',
      });
      expect(requests).toHaveLength(turn);
    }
  });

  it('keeps passwords and sessions apart', async () => {
    const { authentication, requests } = accepting();
    await authentication.principalOf(from(basic('ada:one')));
    await authentication.userOfSession(basic('ada:one'), { language: 'en', correlation: 'c' });
    expect(requests).toHaveLength(2);
  });

  it('tells a client that must wait how long', async () => {
    const body = { code: 'too_many_attempts', message: 'Non.', data: { status: 429, retry_after: 12 } };
    const { authentication } = createAsked(async () => answered(429, body));
    await expect(authentication.principalOf(from(basic('ada:no')))).rejects.toMatchObject({
      status: 429,
      data: { retry_after: 12 },
    });
  });

  it('passes a refusal on with its code and text, and does not remember it', async () => {
    const { authentication, requests } = createAsked(async () => refusal('incorrect_password'));
    for (let round = 0; round < 2; round++) {
      await expect(authentication.principalOf(from(basic('ada:no')))).rejects.toMatchObject({
        code: 'incorrect_password',
        status: 401,
        message: 'Non.',
      });
    }
    expect(requests).toHaveLength(2);
  });

  it('answers 503 without core, except to clients that it remembers', async () => {
    let down = false;
    const { authentication } = createAsked(async () => {
      if (down) throw new DomainError('rest_service_unavailable', 503, 'down');
      return answered(200, { principal: ada });
    });
    await authentication.principalOf(from(basic('ada:one')));
    down = true;
    expect(await authentication.principalOf(from(basic('ada:one')))).toEqual(ada);
    await expect(authentication.principalOf(from(basic('ada:two')))).rejects.toMatchObject({ status: 503 });
  });

  it.each([answered(500, { code: 'internal_error', message: 'No.', data: { status: 500 } }), answered(404, 'nothing')])(
    'answers 503 if core is in trouble of its own: %#',
    async (trouble) => {
      const { authentication } = createAsked(async () => trouble);
      await expect(authentication.principalOf(from(basic('ada:one')))).rejects.toMatchObject({ status: 503 });
    },
  );

  it.each([2, undefined])('forgets revoked credentials at once: user %s', async (userId) => {
    const { authentication, requests } = accepting();
    await authentication.principalOf(from(basic('ada:one')));
    authentication.forget(9);
    await authentication.principalOf(from(basic('ada:one')));
    expect(requests).toHaveLength(1);
    authentication.forget(userId);
    await authentication.principalOf(from(basic('ada:one')));
    expect(requests).toHaveLength(2);
  });

  it('does not join a request after a revocation to a question from before it', async () => {
    const { promise, resolve } = Promise.withResolvers<InternalAnswer>();
    const { authentication, requests } = createAsked(() => promise);
    const asked = authentication.principalOf(from(basic('ada:one')));
    authentication.forget(2);
    const later = authentication.principalOf(from(basic('ada:one')));
    expect(requests).toHaveLength(2);
    resolve(answered(200, { principal: ada }));
    await Promise.all([asked, later]);
  });

  it.each([2, undefined])(
    'distrusts core’s answer about credentials that are revoked meanwhile: %s',
    async (userId) => {
      const asking = { language: 'en', correlation: 'c' };
      for (const ask of [
        ({ principalOf }: Authentication) => principalOf(from(basic('ada:one'))),
        ({ userOfSession }: Authentication) => userOfSession('one', asking),
      ]) {
        const { promise, resolve } = Promise.withResolvers<InternalAnswer>();
        const { authentication, requests } = createAsked(() => promise);
        const asked = ask(authentication);
        authentication.forget(userId);
        resolve(answered(200, { principal: ada }));
        await asked;
        await ask(authentication);
        expect(requests).toHaveLength(2);
        await ask(authentication);
        expect(requests).toHaveLength(2);
      }
    },
  );

  it('remembers a bounded number of credentials', async () => {
    const { authentication, requests } = accepting({ capacity: 2 });
    for (const password of ['one', 'two', 'three', 'three', 'one']) {
      await authentication.principalOf(from(basic(`ada:${password}`)));
    }
    expect(requests).toHaveLength(4);
  });
});
