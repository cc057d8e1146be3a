import { withExamples } from './withExamples.ts';

const schema = {
  type: 'object',
  properties: { id: { type: 'integer' }, at: { type: 'string', pattern: '^\\d{2}:\\d{2}$' } },
};
const json = { 'application/json': { schema } };
const document = {
  paths: {
    '/a/v1/things': {
      post: {
        requestBody: { required: true, content: { ...json, 'application/x-www-form-urlencoded': { schema } } },
        responses: { 201: { content: json }, 204: { description: 'Done.' }, 400: { content: json } },
      },
      get: { responses: { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } } },
    },
  },
};

type ReferenceDocument = { paths: Record<string, Record<string, { requestBody: object; responses: object }>> };
const shown = (examples: Parameters<typeof withExamples>[1]) =>
  (withExamples(document, examples) as unknown as ReferenceDocument).paths['/a/v1/things'] ?? {};

describe('examples of a document', () => {
  const sampled = { ...json['application/json'], example: { id: 0, at: '19:30' } };

  it('are the handwritten ones', () => {
    const { post } = shown({ 'post /a/v1/things': { request: { id: 7 }, 201: { id: 8 } } });
    expect(post?.requestBody).toEqual({
      required: true,
      content: {
        'application/json': { schema, example: { id: 7 } },
        'application/x-www-form-urlencoded': { schema },
      },
    });
    expect(post?.responses).toMatchObject({ 201: { content: { 'application/json': { example: { id: 8 } } } } });
  });

  it('are generated from the schema if none is written, except for refusals', () => {
    const { post, get } = shown({});
    expect(post?.requestBody).toMatchObject({ content: { 'application/json': sampled } });
    expect(post?.responses).toEqual({
      201: { content: { 'application/json': sampled } },
      204: { description: 'Done.' },
      400: { content: json },
    });
    expect(get?.responses).toMatchObject({ 200: { content: { 'text/csv': { example: '…' } } } });
  });

  it('have no read-only members in requests, and a member for the file of a form', () => {
    const settings = {
      type: 'object',
      properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
    };
    const content = { 'application/json': { schema: settings } };
    const form = { 'multipart/form-data': { schema: { type: 'object' } } };
    const operations = {
      post: { requestBody: { content }, responses: { 200: { content } } },
      put: { requestBody: { content: form }, responses: {} },
    };
    const { paths } = withExamples({ paths: { '/a': operations } }, {});
    expect(paths).toMatchObject({
      '/a': {
        post: {
          requestBody: { content: { 'application/json': { example: { name: 'string' } } } },
          responses: { 200: { content: { 'application/json': { example: { id: 0, name: 'string' } } } } },
        },
        put: { requestBody: { content: { 'multipart/form-data': { example: { file: '…' } } } } },
      },
    });
    expect(paths).not.toHaveProperty(['/a', 'post', 'requestBody', 'content', 'application/json', 'example', 'id']);
  });

  it('are looked up by own names only', () => {
    const odd = { paths: { '/a': { constructor: { responses: {} } } } };
    expect(() => withExamples(odd, {})).not.toThrow();
  });
});
