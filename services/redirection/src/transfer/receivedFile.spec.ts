import { Readable } from 'node:stream';
import { receiveFile } from './receivedFile.ts';

const send = (text: string) => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  return receiveFile({ headers, stream: Object.assign(Readable.from([Buffer.from(text)]), { headers }) });
};
const part = (name: string): string =>
  `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n/a,/b\r\n`;

describe('the file of a form', () => {
  it('is read with its name', async () => {
    const { name, chunks } = await send(`${part('rules.csv')}--b--\r\n`);
    expect([name, Buffer.concat(chunks).toString()]).toEqual(['rules.csv', '/a,/b']);
  });

  it.each([
    ['a part that is malformed', part('a\0.csv')],
    ['several such parts', `${part('a\0.csv')}${part('b\0.csv')}${part('c.csv')}--b--\r\n`],
    ['no end', part('a.csv').trimEnd()],
    ['nothing', ''],
  ])('is refused in a form with %s', async (_what, text) => {
    await expect(send(text)).rejects.toMatchObject({ code: 'redirect_import_invalid_file', status: 400 });
  });
});
