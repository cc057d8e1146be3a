import { boundaryOf, renameFields } from './multipartFields.ts';

describe('the boundary of a form', () => {
  it.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['Multipart/Form-Data; charset=utf-8; Boundary="a b"', 'a b'],
    ['multipart/form-data', undefined],
    ['multipart/mixed; boundary=abc', undefined],
    ['application/x-www-form-urlencoded', undefined],
  ])('is read from %s as %s', (contentType, boundary) => {
    expect(boundaryOf(contentType)).toBe(boundary);
  });
});

describe('the fields of a form', () => {
  const names = {
    query: (name: string) => `own-${name}`,
    valuesOf: (field: string) => (field === 'next' ? (value: string) => `/own${value}` : undefined),
  };
  const renamed = (body: string) => renameFields(Buffer.from(body), 'b', names).toString();
  const part = (headers: string, value: string) => `--b\r\n${headers}\r\n\r\n${value}\r\n`;

  it('have other names, and keep their values and files', () => {
    const file = 'content-disposition: form-data; name="own-f"; filename="name.png"\r\nContent-Type: image/png';
    expect(
      renamed(
        `${part('content-disposition: form-data; name="f"; filename="name.png"\r\nContent-Type: image/png', 'ä name="g"')}--b--\r\n`,
      ),
    ).toBe(`${part(file, 'ä name="g"')}--b--\r\n`);
  });

  it('have values renamed that lead to the next page, but not those of files', () => {
    const field = (name: string, value: string) => part(`content-disposition: form-data; name="${name}"`, value);
    expect(renamed(`${field('next', '/\u00e4')}${field('next"; filename="a', '/')}--b--\r\n`)).toBe(
      `${field('own-next', '/own/\u00e4')}${field('own-next"; filename="a', '/')}--b--\r\n`,
    );
  });

  it.each([
    ['a part without headers', '--b\r\nname="f"\r\n--b--'],
    ['a form of too many parts', part('content-disposition: form-data; name="f"', 'x').repeat(1_000)],
    ['a part without a name', part('content-disposition: form-data', 'x')],
    ['a body that is no form', '{"name":"f"}'],
  ])('stay as they are in %s', (_what, body) => {
    expect(renamed(body)).toBe(body);
  });
});
