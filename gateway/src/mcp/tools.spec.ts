import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CallRefusedError, requestOf } from './callArguments.ts';
import { refusalText } from './refusals.ts';
import { resultTexts } from './results.ts';
import { type InterfaceTool, toolsOf } from './tools.ts';

const documentOf = (namespace: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../docs/interface/openapi', `${namespace}.json`), 'utf8'));

const tools = new Map(toolsOf(documentOf('cal-events-v1')).map((tool) => [tool.name, tool]));
const toolOf = (name: string): InterfaceTool => {
  const tool = tools.get(name);
  if (tool === undefined) throw new Error(`${name} is no tool`);
  return tool;
};

const answerOf = (body: unknown, status = 200, headers: Record<string, string> = {}) => ({
  status,
  headers: new Headers(headers),
  text: JSON.stringify(body),
});

describe('the tools of a namespace', () => {
  it('are its operations with JSON, each once', () => {
    expect([...tools.keys()].filter((name) => /Event(?:s|BySlug.*|ByP.*)?$/.test(name))).toEqual([
      'listEvents',
      'createEvent',
      'getEvent',
      'deleteEvent',
      'updateEvent',
      'getEventBySlug',
    ]);
    const media = toolsOf(documentOf('core-v2')).map(({ name }) => name);
    expect(media).toContain('listMedia');
    expect(media).not.toContain('createMedia');
  });

  it('have names and arguments that programs accept, and schemas without references', () => {
    for (const namespace of ['cal-events-v1', 'core-v2', 'redirection-v1', 'i18n-tm-v1', 'ops-v1']) {
      const all = toolsOf(documentOf(namespace));
      expect(all.length).toBeGreaterThan(5);
      expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
      for (const { name, properties } of all)
        expect([name, ...Object.keys(properties)].filter((each) => !/^[\w.-]{1,64}$/.test(each))).toEqual([]);
      expect(JSON.stringify(all)).not.toContain('"$ref"');
    }
  });

  it('know the arguments of address and body, and those that are required', () => {
    const { properties, required, needsSignIn } = toolOf('createEvent');
    expect(required).toEqual(['title', 'start_date', 'end_date']);
    expect(properties).toMatchObject({ title: { type: 'string' }, i18n_language: { type: 'string' } });
    expect(needsSignIn).toBe(true);
    expect(toolOf('updateEvent').required).toEqual(['id']);
    expect(toolOf('listEvents')).toMatchObject({
      needsSignIn: false,
      properties: { per_page: { maximum: 50, default: 10 }, _fields: { type: 'string' } },
    });
  });
});

describe('a call', () => {
  it('becomes a request with its arguments in address and body', () => {
    expect(requestOf(toolOf('listEvents'), { per_page: 500, categories: ['a', 'b'], i18n_language: 'fr-ca' })).toEqual({
      method: 'GET',
      target: '/cal/events/v1/events?per_page=50&categories%5B%5D=a&categories%5B%5D=b&i18n_language=fr-ca',
    });
    expect(requestOf(toolOf('updateEvent'), { id: 7, title: 'B', i18n_language: 'de' })).toEqual({
      method: 'POST',
      target: '/cal/events/v1/events/7?i18n_language=de',
      body: '{"title":"B"}',
    });
    expect(requestOf(toolOf('deleteEvent'), { id: 7 })).toEqual({
      method: 'DELETE',
      target: '/cal/events/v1/events/7',
    });
  });

  it('stays within its path', () => {
    expect(requestOf(toolOf('getEventBySlug'), { slug: '../../../core/v2/users?x' }).target).toBe(
      '/cal/events/v1/events/by-slug/..%2F..%2F..%2Fcore%2Fv2%2Fusers%3Fx',
    );
    for (const slug of ['', '.', '..', { a: 1 }, null])
      expect(() => requestOf(toolOf('getEventBySlug'), { slug })).toThrow(CallRefusedError);
  });

  it.each([
    ['createEvent', { titel: 'A' }, /no argument titel\. Did you mean title\?/],
    ['createEvent', { constructor: 'A' }, /no argument constructor/],
    ['createEvent', { title: 'A' }, /requires start_date, end_date/],
    ['updateEvent', { id: 7, description: 'x'.repeat(1_000_001) }, /longer than 1000000 characters/],
  ])('is refused with the right arguments if %s gets wrong ones', (name, args, message) => {
    expect(() => requestOf(toolOf(name), args)).toThrow(message);
  });
});

describe('a result', () => {
  it('has no links, and the totals of a list', () => {
    const [media] = toolsOf(documentOf('core-v2')).filter(({ name }) => name === 'listMedia');
    const record = { id: 1, _links: { self: [] }, author: { rest_url: 'x', id: 2 } };
    const headers = { 'x-core-total': '21', 'x-core-totalpages': '3' };
    expect(resultTexts(media ?? toolOf('listEvents'), { page: 2 }, answerOf([record], 200, headers))).toEqual([
      '{"records":[{"id":1,"author":{"id":2}}],"page":2,"total":21,"total_pages":3}',
    ]);
    expect(resultTexts(toolOf('deleteEvent'), {}, { ...answerOf({}), text: '' })).toEqual(['{"done":true}']);
  });

  it('shortens the texts of a list, and leaves records out that do not fit', () => {
    const event = { title: 'A', description: 'x'.repeat(600) };
    const [text = '', note] = resultTexts(toolOf('listEvents'), {}, answerOf({ events: [event], total: 1 }));
    expect(JSON.parse(text).events[0].description).toBe(`${'x'.repeat(500)}… [100 more characters]`);
    expect(note).toBe('1 long texts are shortened; do not send them back.');
    const many = { events: Array.from({ length: 50 }, () => ({ many: Array(300).fill('word') })), total: 50 };
    const [fitted = '', leftOut] = resultTexts(toolOf('listEvents'), {}, answerOf(many));
    expect(fitted.length).toBeLessThanOrEqual(40_000);
    expect(leftOut).toBe(
      `${50 - JSON.parse(fitted).events.length} records are left out. Send a smaller per_page. Name the members that you need in \`_fields\`.`,
    );
  });

  it('has the whole texts of a record, unless the record is too long', () => {
    const texts = (length: number) =>
      resultTexts(toolOf('getEvent'), {}, answerOf({ description: 'x'.repeat(length) }));
    expect(texts(30_000)).toHaveLength(1);
    expect(texts(50_000)[1]).toContain('1 long texts are shortened');
    const wide = Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`member${index}`, 1]));
    expect(() => resultTexts(toolOf('getEvent'), {}, answerOf(wide))).toThrow('Name the members that you need');
  });
});

describe('a refused call', () => {
  const refused = (status: number, login?: string, headers: Record<string, string> = {}) =>
    refusalText(
      toolOf('createEvent'),
      answerOf({ code: 'c', message: 'No.', data: { params: { title: 'Empty.' } } }, status, headers),
      login,
    );

  it('says the reason of each argument, and the arguments to send', () => {
    expect(refused(400, 'ada')).toBe(
      '400 c: No.\n- title: Empty.\nCorrect the arguments (required: title, start_date, end_date) and send the call again.',
    );
  });

  it.each([
    [401, undefined, 'needs an account'],
    [403, 'ada', 'The account ada may not do this'],
    [404, 'ada', 'List the records first'],
    [412, 'ada', 'Read the record again'],
    [429, 'ada', 'after 7 seconds'],
    [500, 'ada', 'Do not repeat a change'],
  ])('says the next step after status %d', (status, login, step) => {
    expect(refused(status, login, { 'retry-after': '7' })).toContain(step);
  });

  it('shows the beginning of an answer that is no JSON', () => {
    const answer = { status: 502, headers: new Headers(), text: '<h1>Bad gateway</h1>' };
    expect(refusalText(toolOf('createEvent'), answer, 'ada')).toContain('502 http_502: <h1>Bad gateway</h1>');
  });
});
