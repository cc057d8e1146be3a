import type { Principal } from '@almanac/identity';
import { anyOf, anything, integer, invalid, list, object, oneOf, readArgs, route, text } from './index.ts';
import { type RestUnderTest, serveRoutes } from './testing.ts';

const editor: Principal = { kind: 'user', id: 2, login: 'e', roles: ['editor'] };

const cleaned: string[] = [];
const upperCase = (sent: string): string => {
  cleaned.push(sent);
  return sent.toUpperCase();
};

const args = {
  word: text({ clean: upperCase, nonEmpty: true, minLength: 2, maxLength: 6, pattern: '^[A-Z]*$' }),
  size: text({ clean: (sent) => sent.trim(), enum: ['small', 'large'] }),
  amount: anything({
    parse: (value) => (typeof value === 'string' ? value : invalid('{name} is not a text.')),
    clean: (sent) => (sent === 'free' ? '0' : invalid('{name} is no amount.', 'no_amount')),
    refusedAs: 'refused_amount',
  }),
  mark: text({ nullable: true, clean: upperCase, check: (value) => (value === 'X' ? '{name} is taken.' : undefined) }),
};

const seen: unknown[] = [];

let rest: RestUnderTest;
beforeAll(async () => {
  rest = await serveRoutes({
    routes: [
      route({
        namespace: 'a/v1',
        path: '/things',
        methods: ['POST'],
        summary: 'Answers the cleaned values',
        args,
        permission: ({ principal, args: { word } }) => {
          seen.push(word);
          return principal.kind === 'user';
        },
        handle: async (request) => ({ body: request.args }),
      }),
    ],
  });
});
beforeEach(() => {
  cleaned.length = 0;
  seen.length = 0;
});
afterAll(() => rest.close());

const post = (json: object, as?: Principal) =>
  rest.ask('/a/v1/things', { method: 'POST', json, ...(as === undefined ? {} : { as }) });
const codes = async (json: object) => {
  const { status, body } = await post(json, editor);
  return { status, codes: Object.values<{ code: string }>(body.data.details).map(({ code }) => code) };
};

describe('a cleaned argument', () => {
  it('is not cleaned if the permission refuses', async () => {
    const { status, body } = await post({ word: 'quay', mark: 'a', amount: 'none' });
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'rest_forbidden' });
    expect(cleaned).toEqual([]);
  });

  it('reaches the permission as sent and the handler cleaned', async () => {
    const { body } = await post({ word: 'quay', amount: 'free', mark: null }, editor);
    expect(seen).toEqual(['quay', 'quay']);
    expect(body).toEqual({ word: 'QUAY', amount: '0', mark: null });
    expect(cleaned).toEqual(['quay']);
  });

  it.each([
    ['a wrong type', { word: 7 }, 'rest_invalid_type'],
    ['a text that is too long', { word: 'harbour' }, 'rest_too_long'],
    ['an empty text', { word: ' ' }, 'rest_invalid_param'],
    ['a value outside the enumeration', { size: ' small' }, 'rest_not_in_enum'],
  ])('is refused before the permission for faults that the declaration can find: %s', async (_name, json, code) => {
    const { status, body } = await post(json);
    expect(status).toBe(400);
    expect(Object.values(body.data.details)).toMatchObject([{ code }]);
    expect({ cleaned, seen: seen.filter((each) => each !== undefined) }).toEqual({ cleaned: [], seen: [] });
  });

  it('is checked by the same rules after the permission once cleaned', async () => {
    expect(await codes({ word: 'a' })).toEqual({ status: 400, codes: ['rest_too_short'] });
    expect(await codes({ word: 'a1' })).toEqual({ status: 400, codes: ['rest_invalid_pattern'] });
    expect(await codes({ mark: 'x' })).toEqual({ status: 400, codes: ['rest_invalid_param'] });
  });

  it('names every value that cleaning refuses, with the code of the argument', async () => {
    expect(await codes({ word: 'a', amount: 'much' })).toEqual({
      status: 400,
      codes: ['rest_too_short', 'refused_amount'],
    });
  });

  it('is cleaned if a handler reads it itself', () => {
    expect(readArgs(args, [{ word: 'pier' }]).args).toEqual({ word: 'PIER' });
  });

  it('may not be a member of another argument, which would not clean it', () => {
    const member = text({ clean: upperCase });
    const message = 'a member of a compound argument cannot clean: give `clean` to the whole argument';
    expect(() => list(member)).toThrow(message);
    expect(() => object({ member })).toThrow(message);
    expect(() => object({}, { additional: member })).toThrow(message);
    expect(() => oneOf([integer(), member])).toThrow(message);
    expect(() => anyOf([integer(), member])).toThrow(message);
  });
});
