import { withTypedOperations } from './typedOperations.ts';

const errorSchema = { $ref: '#/components/schemas/Error' };

describe('withTypedOperations', () => {
  it('enumerates the shared codes of a refusal and those of the operation', () => {
    const document = {
      info: { title: 'x', version: '1' },
      paths: {
        '/things': {
          get: {
            'x-codes': { 400: ['no_thing'] },
            responses: {
              200: { content: { 'application/json': { schema: {} } } },
              400: { $ref: '#/components/responses/BadRequest' },
              404: { 'x-codes': ['none'], content: { 'application/json': { schema: errorSchema } } },
            },
          },
        },
      },
      components: {
        responses: { BadRequest: { 'x-codes': ['invalid'], content: { 'application/json': { schema: errorSchema } } } },
      },
    };
    const typed = (codes: readonly string[]) => ({
      content: { 'application/json': { schema: { allOf: [errorSchema, { properties: { code: { enum: codes } } }] } } },
    });
    expect(withTypedOperations(document).paths['/things']?.get?.responses).toEqual({
      200: { content: { 'application/json': { schema: {} } } },
      400: typed(['invalid', 'no_thing']),
      404: typed(['none']),
    });
  });

  it('puts bodies in place, and leaves their names out', () => {
    const schema = { $ref: '#/components/schemas/thing_body' };
    const document = {
      info: { title: 'x', version: '1' },
      paths: { '/things': { post: { requestBody: { content: { 'application/json': { schema } } }, responses: {} } } },
      components: { schemas: { thing_body: { type: 'object' }, Thing: { type: 'string' } } },
    };
    const { paths, components } = withTypedOperations(document);
    expect(paths['/things']?.post?.requestBody).toEqual({
      content: { 'application/json': { schema: { type: 'object' } } },
    });
    expect(components?.schemas).toEqual({ Thing: { type: 'string' } });
  });
});
